// Real forms, sent by htmx once it is here.  A form names in data-send the element for a refusal.

export function startForms(root, announce) {
  let unpress = () => {};

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!form.dataset.send || !window.htmx) return;
    event.preventDefault();
    const { submitter } = event;
    const slot = document.getElementById(form.dataset.send);
    for (const error of form.querySelectorAll('.err')) error.textContent = '';
    slot.textContent = '';
    for (const word of form.querySelectorAll('[data-kept]')) word.textContent = '';
    unpress = press(submitter);
    htmx.ajax('POST', submitter?.getAttribute('formaction') ?? form.getAttribute('action'), { source: form, target: slot, event });
  });

  /** The tapped name is marked at once; the server's answer confirms it. Gives back what takes the mark away, if
   * the names still stand for the same phase. */
  function press(button) {
    if (!button?.matches('[data-seats] > [aria-pressed]')) return () => {};
    const { phase } = button.form.elements;
    const asked = phase.value;
    const marked = [...button.closest('[data-seats]').querySelectorAll('[aria-pressed=true]')];
    for (const other of marked) other.setAttribute('aria-pressed', 'false');
    button.setAttribute('aria-pressed', 'true');
    return () => {
      if (phase.value !== asked) return;
      button.setAttribute('aria-pressed', 'false');
      for (const other of marked) other.setAttribute('aria-pressed', 'true');
    };
  }

  // A number that is typed is meant, and a box that is set anew puts back the one that was there.
  document.addEventListener('input', ({ target }) => {
    const field = target.closest('.unit')?.querySelector('.field');
    const was = field?.form?.elements[`${field.name} was`];
    if (!was) return;
    const { [`${field.name} auto`]: auto, [`${field.name} on`]: on } = field.form.elements;
    if (target !== field) field.value = was.value;
    else if (field.value.trim()) {
      if (auto) auto.checked = false;
      if (on) on.checked = true;
    }
  });

  // A switch takes effect at once; so does each setting of the table.
  document.addEventListener('change', ({ target }) => {
    if (target.matches('[data-auto]') || target.form?.matches('[data-each]')) target.form.requestSubmit();
  });

  // A refusal is read out, too, and shown where it can be seen.
  document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
    if (!ctx?.response || ctx.response.ok) return;
    unpress();
    unpress = () => {};
    const text = [...root.querySelectorAll('.err[id]')].map((error) => error.textContent).filter(Boolean).join(' ');
    announce(text);
    ctx.target?.scrollIntoView?.({ block: 'nearest' });
  });

  startFilter(root);
  startLists(root);
  startSharing(root, announce);
}

/** Many seats: a box that leaves those whose name or number begins with what is typed. */
function startFilter(root) {
  function filter() {
    const box = root.querySelector('[data-filter]');
    const typed = box?.value.trim().toLowerCase() ?? '';
    for (const item of root.querySelectorAll('[data-seats] > button')) {
      const name = item.firstChild.textContent.toLowerCase();
      item.hidden = typed !== '' && !(name.includes(typed) || item.dataset.m === typed);
    }
  }
  root.addEventListener('input', ({ target }) => target.matches('[data-filter]') && filter());
  root.addEventListener('live:frame', filter);
}

/** Lists of lines stay at their end, unless somebody reads further up. */
function startLists(root) {
  const atEnd = new Map();
  const down = () => {
    for (const list of root.querySelectorAll('.lines')) {
      if (atEnd.get(list.id) !== false) list.scrollTop = list.scrollHeight;
    }
  };
  root.addEventListener('scroll', ({ target }) => {
    if (target.matches?.('.lines')) atEnd.set(target.id, target.scrollHeight - target.scrollTop - target.clientHeight < 40);
  }, true);
  root.addEventListener('live:frame', down);
  root.addEventListener('toggle', down, true);
  down();
}

function startSharing(root, announce) {
  const button = root.querySelector('[data-share]');
  const link = root.querySelector('[data-link]')?.href;
  if (!button || !(navigator.share || navigator.clipboard)) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      if (navigator.share) await navigator.share({ url: link, title: document.title });
      else {
        await navigator.clipboard.writeText(link);
        announce(root.dataset.copied);
        button.textContent = root.dataset.copied;
      }
    } catch {
      // Called off, or not allowed here: the link is there to be copied by hand.
    }
  });
}
