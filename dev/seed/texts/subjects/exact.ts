import { subject } from "../subject-texts";

export const exact = [
  subject({
    code: "m",
    names: "matematică",
    admission: "Politehnică",
    fromZero: true,
    topics: {
      primar:
        "tabla înmulțirii; probleme cu două operații; fracții; ordinea operațiilor; unități de măsură; figuri geometrice",
      gimnaziu:
        "fracții și procente; ecuații; divizibilitate; triunghiuri; rapoarte și proporții; teorema lui Pitagora; numere întregi",
      evaluare:
        "calcul algebric; funcții; geometrie în spațiu; probleme de sinteză; patrulatere; subiecte din anii trecuți",
      liceu: "funcții; trigonometrie; progresii; combinatorică; matrice; geometrie analitică; logaritmi",
      bac: "derivate; integrale; matrice și sisteme; legi de compoziție; limite; trigonometrie; primitive",
      admitere:
        "analiză matematică; algebră liniară; trigonometrie; probleme cu parametru; geometrie analitică; grile contra cronometru",
      facultate:
        "analiză matematică; algebră liniară; ecuații diferențiale; probabilități; calcul numeric; integrale multiple",
    },
    titles: [
      "gimnaziu evaluare: Geometria, desenată și înțeleasă pas cu pas",
      "gimnaziu: Fracții, procente, ecuații: fără „nu pricep” la matematică",
      "evaluare: De la 5 la 8 la Evaluarea Națională, cu un plan clar",
      "evaluare: Subiecte de Evaluare Națională rezolvate și explicate",
      "bac: Subiectul III la Bac nu mai e o sperietoare",
      "bac liceu: M1 și M2: derivate și integrale explicate omenește",
      "admitere: Matematică pentru Politehnică: grile, ritm, strategie",
      "facultate: Analiză și algebră pentru anul I, înainte de sesiune",
      "primar: Matematica din joacă: pregătire pentru clasele primare",
      "liceu: Matematică de liceu recuperată în ritmul elevului",
      "gimnaziu liceu: Pregătire pentru olimpiadă și concursuri de matematică",
    ],
    methods: [
      "La fiecare problemă pornim de la desen și de la întrebarea „ce știm și ce căutăm?”, apoi scriem rezolvarea ca la examen.",
      "Fiecare capitol se încheie cu o fișă de formule făcută de elev, nu de mine. Ce ai scris cu mâna ta se uită mai greu.",
      "Nu învățăm rețete pe de rost: când elevul înțelege de unde vine formula, o regăsește singur și în emoțiile examenului.",
    ],
  }),
  subject({
    code: "p",
    names: "fizică",
    admission: "Politehnică",
    fromZero: true,
    topics: {
      gimnaziu: "mișcare și viteză; forțe; presiune; circuite simple; căldură; lentile",
      liceu: "mecanică; legile lui Newton; lucru mecanic și energie; electricitate; optică; oscilații",
      bac: "mecanică; termodinamică; curent continuu; optică; gazul ideal; teorema energiei cinetice",
      admitere: "mecanică; termodinamică; electrostatică; curent continuu; probleme-grilă; unde",
      facultate: "mecanică teoretică; electromagnetism; termodinamică; fizică statistică; optică ondulatorie",
    },
    titles: [
      "gimnaziu: Fizica de gimnaziu cu experimente pe masa din bucătărie",
      "liceu bac: Mecanică și electricitate: întâi înțelegem, apoi calculăm",
      "bac: Fizică la Bac: termodinamică și mecanică, fără panică",
      "admitere: Fizică pentru Politehnică și Medicină, probleme-grilă",
      "liceu: Legile lui Newton, pe înțeles: fizică pentru liceu",
      "facultate: Electromagnetism și mecanică pentru studenți la inginerie",
    ],
    methods: [
      "Orice problemă de fizică începe cu un desen și cu forțele puse pe el. Abia apoi apar formulele.",
      "Fac mici experimente la lecție: un resort, o baterie, o lentilă. Ce ai văzut cu ochii tăi nu mai trebuie tocit.",
      "Insist pe unități de măsură și pe ordinul de mărime al rezultatului; așa se prind singure cele mai multe greșeli.",
    ],
  }),
  subject({
    code: "i",
    names: "informatică",
    admission: "Automatică și Calculatoare",
    fromZero: true,
    topics: {
      gimnaziu: "Scratch; algoritmi simpli; primele programe în Python; structuri repetitive; foi de calcul",
      liceu: "vectori; matrice; șiruri de caractere; recursivitate; fișiere; funcții în C++",
      bac: "subprograme; backtracking; grafuri; tablouri; recursivitate; pseudocod",
      admitere: "grafuri; programare dinamică; complexitate; structuri de date; probleme-grilă",
      facultate: "structuri de date; programare orientată pe obiecte; baze de date; algoritmi; Java; rețele",
    },
    titles: [
      "gimnaziu: Primele programe în Python și Scratch pentru copii curioși",
      "liceu: C++ pentru liceu: de la primul „for” la recursivitate",
      "bac: Backtracking și grafuri pentru Bac, explicate la tablă",
      "bac liceu: Informatică intensiv: 10 la Bac cu exerciții zilnice",
      "admitere: Algoritmi pentru admitere: programare dinamică și grafuri",
      "facultate: Java, SQL și structuri de date pentru studenți",
      "gimnaziu liceu: Olimpiada de informatică: antrenament săptămânal",
    ],
    methods: [
      "Scriem cod de la prima lecție. Elevul tastează, eu întreb; la final programul rulează și știe de ce.",
      "Lucrăm pe probleme de la concursuri și din subiectele de examen, cu teste automate pentru fiecare soluție.",
      "Învățăm și cum se caută o greșeală: citim mesajul de eroare, urmărim variabilele, verificăm pe hârtie un caz mic.",
    ],
  }),
  subject({
    code: "l",
    names: "logică",
    admission: "Drept",
    fromZero: true,
    topics: {
      liceu: "propoziții categorice; silogisme; definiții; argumente; erori de argumentare",
      bac: "silogisme; conversiuni și obversiuni; propoziții compuse; diagrame Venn; definiție și clasificare",
      admitere: "raționamente; silogisme; teste-grilă; argumente valide; condiții necesare și suficiente",
    },
    titles: [
      "bac: Logică și argumentare: un 10 posibil la Bac, în 12 ședințe",
      "bac liceu: Silogisme și diagrame Venn, explicate cu exemple vii",
      "admitere: Logică pentru admitere la Drept și Poliție, numai grile",
      "liceu: Logica de a IX-a, de la propoziții la argumente",
    ],
    methods: [
      "Pornim de la argumente din viața reală, de la reclame la dezbateri, și abia apoi le punem în formule.",
      "Rezolvăm la fiecare întâlnire un set de grile cu timp măsurat, apoi discutăm fiecare variantă greșită.",
    ],
  }),
];
