/** First messages of learners and parents; `{s}` is the subject after "la". */
export const OPENINGS: readonly string[] = [
  "Bună ziua! Fiul meu este în clasa a VIII-a și are nevoie de ajutor la {s}. Mai aveți locuri libere după-amiaza, după ora 16?",
  "Bună seara, caut meditații la {s} pentru o ședință pe săptămână. Se poate sâmbăta dimineața?",
  "Bună ziua, sunt în clasa a XII-a și vreau să recuperez din urmă la {s}. Cum decurge o primă lecție?",
  "Bună! Am văzut anunțul dumneavoastră. Fiica mea a luat note mici la {s} anul acesta și și-a pierdut încrederea. Credeți că o puteți ajuta?",
  "Bună ziua, ne-am muta la ore online, deoarece locuim în afara orașului. Lucrați și așa la {s}?",
  "Salut! Mă pregătesc pentru admitere și caut pe cineva la {s}, de două ori pe săptămână. Ce program aveți?",
  "Bună ziua. Suntem doi colegi și am vrea să venim împreună la {s}. Faceți un preț pentru doi?",
  "Bună ziua, de câte ședințe credeți că ar fi nevoie pentru a recupera primul semestru la {s}?",
  "Bună seara! Copilul este sârguincios, dar are emoții la teste. Ați mai lucrat la {s} cu astfel de elevi?",
  "Bună ziua, ne puteți spune ce manual sau culegere folosiți la {s}? Și dacă prima întâlnire poate fi marți.",
  "Bună ziua! Căutăm pe cineva răbdător pentru {s}, de preferat aproape de casă. Unde au loc lecțiile mai exact?",
];

export const ANSWERS: readonly string[] = [
  "Bună ziua și vă mulțumesc pentru mesaj! Da, am un loc liber marțea și joia la 17. Vă propun o primă întâlnire de cunoaștere săptămâna aceasta.",
  "Bună seara! Sâmbăta mai am liber de la 10. Spuneți-mi, vă rog, la ce capitol ați ajuns la școală.",
  "Bună! La prima lecție dăm un test scurt și vedem unde sunt golurile, apoi vă fac un plan. Vă convine miercuri la 18?",
  "Bună ziua! Sigur că se poate. Am lucrat cu mulți elevi în aceeași situație; de obicei se vede o schimbare după o lună.",
  "Bună ziua, lucrez și online, cu tablă virtuală. Vă pot arăta cum arată o lecție într-o probă de 20 de minute.",
  "Salut! De două ori pe săptămână e un ritm bun. Luni și miercuri după 18 ar fi potrivit?",
  "Bună ziua! Pentru doi elevi care vin împreună, fiecare plătește cam două treimi din preț. Putem începe de luni.",
  "Vă mulțumesc pentru încredere. De regulă ajung zece–douăsprezece ședințe, dar vă spun exact după prima întâlnire.",
];

export const REPLIES: readonly string[] = [
  "Mulțumim pentru răspuns! Ne convine. Venim marți la 17.",
  "Perfect, miercuri la 18 este bine pentru noi. Trebuie să aducem ceva?",
  "Mulțumesc mult! Mă mai gândesc la program și revin până vineri.",
  "Sună foarte bine. Putem începe de săptămâna viitoare?",
  "Vă mulțumesc! Am găsit între timp pe cineva mai aproape, dar vă păstrăm în minte pentru la vară.",
];

export const LAST_ANSWERS: readonly string[] = [
  "Doar caietul de la școală și un creion. Vă aștept!",
  "Sigur, de luni. Vă trimit înainte o fișă de exerciții ca încălzire.",
  "Cu drag. Ne vedem atunci!",
];
