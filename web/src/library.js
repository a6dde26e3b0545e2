// Bundled texts: the format's pages, explanations of findings, and example dungeons.
const by = (id) => document.getElementById(id);

const fetched = {};
const get = (name) => {
  fetched[name] ??= fetch(name).then((response) => {
    if (!response.ok) throw new Error(`${name} cannot be fetched: ${response.status}`);
    return response.json();
  }).catch((error) => { delete fetched[name]; throw error; });
  return fetched[name];
};

/** Returns the page of a diagnostic as trusted HTML, built from this project's own docs. */
export async function explanation(code) {
  try {
    return (await get("explanations.json"))[code] ?? "";
  } catch (error) {
    return error.message;
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
      pages = await get("format.json");
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

export function examples(page) {
  let all;
  page.shown.examples = async () => {
    if (all) return;
    try {
      all = await get("examples.json");
    } catch (error) {
      return page.fail(error);
    }
    const list = document.createElement("ul");
    for (const one of all) {
      const item = document.createElement("li");
      const open = document.createElement("button");
      open.className = "title";
      open.textContent = one.title;
      open.onclick = () => {
        page.show("play");
        page.openText(one.name, one.text);
        by("board").focus();
        page.say(`Opened ${one.name}. The previous dungeon is under Drafts.`);
      };
      const about = document.createElement("p");
      about.textContent = one.about;
      const file = document.createElement("span");
      file.className = "quiet";
      file.textContent = `${one.name}, ${one.game}`;
      item.append(open, file, about);
      list.append(item);
    }
    by("examples").replaceChildren(list);
  };
}
