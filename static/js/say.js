// Reads the story aloud with the device's own voices, from the first tap on the button on (browsers refuse it
// earlier).  The words stay on the screen as captions.

export function startReading() {
  const voices = window.speechSynthesis;
  let on = false;
  let last = '';

  function read() {
    const story = document.getElementById('story');
    const text = story?.dataset.aloud ?? '';
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
  new MutationObserver(read).observe(document.getElementById('main'), { subtree: true, childList: true, attributes: true, attributeFilter: ['data-aloud'] });
  addEventListener('pagehide', () => voices?.cancel());
  read();
}
