/** The one script of the viewer: a run's page asks for itself again while the run goes on, and shows the new main part. No library. */
export const LIVE_SCRIPT = `(() => {
  const every = 2000;
  const update = async () => {
    try {
      const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
      if (answer.ok) {
        const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
        const [main, own] = [next.querySelector('#live'), document.querySelector('#live')];
        if (!main) return location.reload();
        own.replaceChildren(...main.childNodes);
      }
    } catch {}
    setTimeout(update, every);
  };
  setTimeout(update, every);
})();`;
