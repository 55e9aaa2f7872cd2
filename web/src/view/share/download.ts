/** Files that the page offers: pictures as PNG, and saving. */

import { after } from "../../timers";

/**
 * Return an SVG picture as PNG.
 *
 * @param svg - its text, with width and height.
 * @throws Error if the browser cannot draw it.
 */
export async function svgToPng(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("This browser cannot draw pictures.");
    context.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error("This browser cannot make PNG pictures."));
        else resolve(blob);
      }, "image/png");
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Let the browser save a file under a name. */
export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser begins to read before the next turn of its event loop ends.
  after(0, () => URL.revokeObjectURL(address));
}
