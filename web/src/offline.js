// The service worker, with which the page opens without a network.

/** Registers the service worker. `dungeon web` sets the tag, since it serves another page the next time. */
export async function keepOffline() {
  const isOwnServer = document.querySelector("meta[name=served]").content === "no";
  if (!isOwnServer || !navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("service-worker.js", { updateViaCache: "none" });
  } catch (error) {
    console.warn(error);
  }
}
