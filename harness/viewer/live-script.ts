/**
 * The one script of the viewer: the page of a run that runs asks for its live part again and shows what changed, piece by piece, so that a
 * table keeps its place; when the run has ended it loads the page anew. No library.
 */
export const LIVE_SCRIPT = `(() => {
  const every = 2000;
  const pieces = 'progress, dl, tbody, p';
  const update = async () => {
    try {
      const answer = await fetch(location.pathname + '/live');
      if (answer.status === 404) return location.reload();
      const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelectorAll(pieces);
      document.querySelectorAll('#live :is(' + pieces + ')').forEach((old, at) => old.replaceWith(next[at]));
    } catch {}
    setTimeout(update, every);
  };
  setTimeout(update, every);
})();`;
