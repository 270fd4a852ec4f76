/**
 * For customers who pay later and elsewhere: draws what they have to show or type there as a picture, to keep or to send. It
 * is drawn in the browser from the texts of the page, and goes only where the customer sends it.
 */

const width = 720;
const edge = 48;
const inner = width - 2 * edge;

/** @typedef {{ text: string, size: number, weight: number, gap: number }} Line */

/** The value of a step, in groups as on the page. @param {Element} step */
function valueOf(step) {
  const groups = [...step.querySelectorAll('.copy span')].map(({ textContent }) => textContent);
  return groups.join(' ') || step.querySelector('dd')?.textContent || '';
}

/** @param {string} selector */
function textOf(selector) {
  return (document.querySelector(selector)?.textContent || '').replace(/\s+/g, ' ').trim();
}

/** What the picture says, from top to bottom. @returns {Line[]} */
function linesOfTicket() {
  // The amount is in the headline.
  const steps = [...document.querySelectorAll('.ticket .steps > div:not([data-step="amount"])')];
  return [
    { text: textOf('.merchant'), size: 26, weight: 600, gap: 0 },
    { text: textOf('.amount'), size: 48, weight: 700, gap: 8 },
    ...steps.flatMap((step) => [
      { text: step.querySelector('dt')?.textContent || '', size: 22, weight: 400, gap: 24 },
      { text: valueOf(step).trim(), size: 34, weight: 600, gap: 4 },
    ]),
    { text: textOf('[data-order]'), size: 22, weight: 400, gap: 24 },
    { text: textOf('.deadline').replace(textOf('.left'), ''), size: 22, weight: 600, gap: 8 },
  ].filter(({ text }) => text !== '');
}

/** @param {CanvasRenderingContext2D} paper @param {Line} line */
function setFont(paper, { size, weight }) {
  paper.font = `${weight} ${size}px system-ui, sans-serif`;
}

/** A line broken between words into lines that fit. @param {CanvasRenderingContext2D} paper @param {Line} line @returns {Line[]} */
function broken(paper, line) {
  setFont(paper, line);
  const rows = [''];
  for (const word of line.text.split(' ')) {
    const longer = `${rows[rows.length - 1]} ${word}`.trim();
    if (paper.measureText(longer).width <= inner) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows.filter(Boolean).map((text, index) => ({ ...line, text, gap: index === 0 ? line.gap : 4 }));
}

/** The barcode, by the largest whole factor that fits; its height does not matter to a scanner. @param {SVGSVGElement} picture */
function measure(picture) {
  const { width: across, height: down } = picture.viewBox.baseVal;
  const scale = Math.max(1, Math.floor(inner / across));
  const high = 3;
  return { scale, high, box: { across: across * scale, down: down * high } };
}

/** @param {Element} picture */
function outlineOf(picture) {
  return new Path2D(picture.querySelector('path')?.getAttribute('d') || '');
}

/** @returns {Promise<Blob | undefined>} */
function drawTicket() {
  const canvas = document.createElement('canvas');
  const paper = canvas.getContext('2d');
  if (!paper) return Promise.resolve(undefined);
  const picture = document.querySelector('.ticket svg');
  const bars = picture instanceof SVGSVGElement ? measure(picture) : undefined;
  const lines = linesOfTicket().flatMap((line) => broken(paper, line));
  const textHeight = lines.reduce((sum, { size, gap }) => sum + gap + size * 1.3, 0);
  canvas.width = width;
  canvas.height = Math.ceil(2 * edge + textHeight + (bars ? bars.box.down + edge : 0));
  paper.fillStyle = '#fff';
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.fillStyle = '#000';
  const isFromRight = document.documentElement.dir === 'rtl';
  paper.direction = isFromRight ? 'rtl' : 'ltr';
  paper.textBaseline = 'top';
  let down = edge;
  for (const line of lines) {
    setFont(paper, line);
    down += line.gap;
    paper.fillText(line.text, isFromRight ? width - edge : edge, down);
    down += line.size * 1.3;
  }
  if (bars && picture) {
    paper.translate((width - bars.box.across) / 2, down + edge);
    paper.scale(bars.scale, bars.high);
    paper.fill(outlineOf(picture));
  }
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob || undefined), 'image/png');
  });
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @param {string} selector @param {(blob: Blob, name: string) => unknown} keep */
function offer(selector, keep) {
  const button = document.querySelector(selector);
  if (!(button instanceof HTMLElement)) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    void drawTicket().then((blob) => blob && keep(blob, button.dataset.file || 'payment.png'));
  });
}

/** @param {BlobPart[]} parts @param {string} name */
function pictureFile(parts, name) {
  return new File(parts, name, { type: 'image/png' });
}

offer('[data-save]', save);
if (navigator.canShare?.({ files: [pictureFile([], 'payment.png')] })) {
  // `share` rejects when the customer closes the list of recipients.
  offer('[data-send]', (blob, name) =>
    navigator.share({ files: [pictureFile([blob], name)] }).catch(() => undefined),
  );
}
