// Reads the story aloud with the device's own voices, from the first tap on the button on (browsers refuse it
// earlier).  The words stay on the screen as captions.  A host who plays has the button among their tools: where
// their page has no story, the line of the phase is told, such as the turn of a narrated night.

export function startReading() {
  const voices = window.speechSynthesis;
  let on = false;
  let last = '';

  function read() {
    const line = document.querySelector('#host [data-read]') && document.querySelector('#now p');
    const text = document.getElementById('story')?.dataset.aloud ?? line?.textContent ?? '';
    for (const button of document.querySelectorAll('[data-read]')) {
      button.hidden = !voices;
      button.setAttribute('aria-pressed', String(on));
    }
    if (!on || !text || text === last) return;
    last = text;
    voices.cancel();
    const speech = new SpeechSynthesisUtterance(text);
    speech.lang = document.documentElement.lang;
    speech.rate = 0.95;
    voices.speak(speech);
  }

  document.addEventListener('click', (event) => {
    if (!event.target.closest('[data-read]')) return;
    on = !on;
    last = '';
    if (!on) voices.cancel();
    read();
  });
  document.getElementById('main').addEventListener('live:frame', read);
  addEventListener('pagehide', () => voices?.cancel());
  read();
}
