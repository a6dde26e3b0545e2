// Bundled texts: the format's pages and explanations of findings.
import { fetched, told } from "./faults.js";

const by = (id) => document.getElementById(id);

const read = {};

/** Returns the content of a JSON file of the site, which is fetched once. */
export function bundled(name) {
  read[name] ??= fetched(name).then((response) => response.json()).catch((error) => { delete read[name]; throw error; });
  return read[name];
}

/** Returns the page of a diagnostic as trusted HTML, built from this project's own docs. */
export async function explanation(code) {
  try {
    return (await bundled(FILES.explanations))[code] ?? "";
  } catch (error) {
    return told(error, "The explanation cannot be shown.");
  }
}

export function format(page) {
  let pages;
  const panel = by("format");
  const show = (id, part) => {
    const { html } = pages.find((one) => one.id === id) ?? pages[0];
    const article = panel.querySelector(".prose");
    article.innerHTML = html;
    panel.querySelector("select").value = id;
    const target = part && article.querySelector(`[id="${CSS.escape(part)}"]`);
    if (target) target.scrollIntoView();
    else panel.scrollTop = 0;
  };
  page.shown.format = async () => {
    if (pages) return;
    try {
      pages = await bundled(FILES.format);
    } catch (error) {
      return page.fail(error);
    }
    const bar = document.createElement("div");
    bar.className = "bar";
    const label = document.createElement("label");
    label.textContent = "Page ";
    const select = document.createElement("select");
    for (const { id, title } of pages) select.add(new Option(title, id));
    select.onchange = () => show(select.value);
    label.append(select);
    bar.append(label);
    const article = document.createElement("article");
    article.className = "prose";
    article.tabIndex = -1;
    article.onclick = (event) => {
      const link = event.target.closest("a[data-page]");
      if (!link) return;
      event.preventDefault();
      show(link.dataset.page, link.dataset.part);
      // The focused link no longer exists.
      article.focus({ preventScroll: true });
    };
    panel.replaceChildren(bar, article);
    show("README");
  };
}
