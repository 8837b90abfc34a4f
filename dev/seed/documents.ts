/** A document of a teacher that waits for a check: a drawn example on one page. Text is ASCII only. */
export function createDocument(title: string, lines: readonly string[]): string {
  const draw = (text: string, size: number, y: number) =>
    `BT /F1 ${size} Tf 90 ${y} Td (${toAscii(text)}) Tj ET\n`;
  const content = [
    draw(title, 24, 700),
    ...lines.map((line, index) => draw(line, 14, 650 - index * 30)),
    draw("Exemplu demonstrativ, fără valoare.", 10, 80),
  ].join("");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}endstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let pdf = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  return `${pdf}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
}

/** Without diacritics, which the font's encoding lacks, and without the signs that end a text in a PDF. */
const toAscii = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[()\\]/g, "");
