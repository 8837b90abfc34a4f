import { subject } from "../subject-texts";

export const letters = [
  subject({
    code: "ro",
    names: "limba română",
    admission: "Drept",
    fromZero: false,
    topics: {
      primar: "citire expresivă; scriere corectă; compuneri; ortograme; povestire orală",
      gimnaziu: "morfologie; sintaxă; compunere; text narativ; ortografie; figuri de stil",
      evaluare:
        "înțelegerea textului; redactarea unei compuneri; punctuație; părți de vorbire; itemi din anii trecuți",
      liceu: "comentariu literar; curente literare; argumentare; lectură critică; caracterizare de personaj",
      bac: "eseuri; argumentare; gen liric; basm cult; roman; subiectul I",
      admitere: "gramatică normativă; grile de limbă; ortografie; semantică; sintaxa frazei",
    },
    titles: [
      "evaluare: Compunerea de nota 10 la Evaluarea Națională",
      "bac: Eseuri pentru Bac pe care le înțelegi, nu le tocești",
      "bac liceu: Comentarii literare scrise de tine, corectate de mine",
      "primar: Citim cu plăcere, scriem corect: română la clasele primare",
      "gimnaziu evaluare: Gramatica limbii române, în scheme clare",
      "admitere: Grile de gramatică pentru Drept și Academia de Poliție",
      "gimnaziu: Română cu texte frumoase și temă corectată de fiecare dată",
      "liceu: Lectură, dezbatere, scris: română pentru liceeni curioși",
    ],
    methods: [
      "Citim textul împreună, cu creionul în mână, și construim ideile din el. Comentariul gata scris nu ajută la un subiect nou.",
      "Fiecare compunere se întoarce cu observații și se rescrie; progresul se vede de la a doua variantă.",
      "Gramatica o lucrăm pe fraze din cărțile elevilor, nu pe exemple goale, și o legăm mereu de scris.",
    ],
  }),
  subject({
    code: "h",
    names: "istorie",
    admission: "Drept",
    fromZero: false,
    topics: {
      gimnaziu: "lumea antică; Evul Mediu; unirea Principatelor; hărți și cronologii",
      liceu: "statul medieval; epoca modernă; România interbelică; totalitarism; surse istorice",
      bac: "eseu istoric; constituțiile României; Războiul Rece; romanitatea românilor; analiza surselor",
      admitere: "cronologii; constituții; politică externă; teste-grilă",
      facultate: "istoriografie; istorie contemporană; metoda cercetării; paleografie",
    },
    titles: [
      "bac: Istorie pentru Bac: eseul structurat, puncte sigure",
      "liceu: Istoria ca poveste cu cauze și urmări, pentru liceeni",
      "bac liceu: Constituții, cronologii, surse: tot ce cade la Bac",
      "gimnaziu: Istorie cu hărți și jocuri de rol, pentru gimnaziu",
    ],
    methods: [
      "Nu învățăm ani pe de rost, ci firul: cine, de ce, cu ce urmări. Datele se așază apoi singure.",
      "Analizăm de fiecare dată o sursă ca la examen, cu barem în față, până devine reflex.",
    ],
  }),
  subject({
    code: "g",
    names: "geografie",
    admission: "Geografie",
    fromZero: false,
    topics: {
      gimnaziu: "relief; climă; hărți; continente; orientare",
      liceu: "geografie fizică; populație; hidrografie; sisteme urbane; mediu",
      bac: "România și Uniunea Europeană; harta mută; grafice climatice; unități de relief",
    },
    titles: [
      "bac: Geografie pentru Bac: hărți mute și climograme fără greșeală",
      "liceu bac: Geografia României și a Europei, cu harta pe masă",
      "gimnaziu: Călătorii pe hartă: geografie pentru clasele V–VIII",
    ],
    methods: [
      "Lucrăm cu harta la fiecare lecție; la final elevul o poate desena din memorie.",
      "Facem împreună climograme, profiluri de relief și fișe scurte, exact ca în subiectele de examen.",
    ],
  }),
  subject({
    code: "ps",
    names: "filosofie",
    admission: "Filosofie",
    fromZero: false,
    topics: {
      liceu: "natura umană; libertate și responsabilitate; dreptate; teorii morale",
      bac: "eseul filosofic; Platon și Aristotel; utilitarism; contractul social; libertate",
      facultate: "etică; epistemologie; filosofie politică; lectură de text",
    },
    titles: [
      "bac: Filosofie pentru Bac: eseuri limpezi, argumente bune",
      "liceu bac: De la Platon la Kant: filosofie discutată, nu dictată",
      "liceu: Învață să argumentezi: filosofie pentru liceeni",
    ],
    methods: [
      "Discutăm o întrebare, citim o pagină de autor, scriem jumătate de pagină. În fiecare săptămână.",
      "Pun mult accent pe argument: ce susții, de ce, ce ar răspunde cineva care nu e de acord.",
    ],
  }),
  subject({
    code: "pc",
    names: "psihologie",
    admission: "Psihologie",
    fromZero: false,
    topics: {
      liceu: "procese cognitive; memorie; motivație; personalitate; emoții",
      bac: "temperament și caracter; atenție; inteligență; eseuri structurate; comportament social",
      admitere: "percepție; memorie; învățare; grile din bibliografie; personalitate",
      facultate: "statistică pentru psihologi; psihologia dezvoltării; metode de cercetare; psihometrie",
    },
    titles: [
      "bac: Psihologie pentru Bac: scheme, definiții, eseuri de 10",
      "admitere: Admitere la Psihologie: grile din toată bibliografia",
      "facultate: Statistică și SPSS pentru studenți la Psihologie",
      "liceu: Psihologia de a X-a, cu exemple din viața de zi cu zi",
    ],
    methods: [
      "Fiecare noțiune o legăm de un exemplu trăit de elev; definițiile se țin minte fără efort.",
      "Lucrăm cu hărți mentale și cu întrebări scurte la începutul lecției, ca să nu se uite ce am făcut data trecută.",
    ],
  }),
  subject({
    code: "s",
    names: "sociologie",
    admission: "Sociologie",
    fromZero: false,
    topics: {
      liceu: "grup și rol social; familie; școală; cultură; devianță",
      bac: "metode de cercetare; instituții sociale; socializare; eseuri structurate",
      facultate: "anchetă și chestionar; teorii sociologice; analiză de date; lucrare de licență",
    },
    titles: [
      "bac: Sociologie pentru Bac, materia întreagă în 15 ședințe",
      "facultate: Chestionar, eșantion, analiză: sprijin pentru licență",
      "liceu bac: Sociologia explicată prin întâmplări de zi cu zi",
    ],
    methods: [
      "Pornim de la o știre a săptămânii și o citim cu ochi de sociolog, apoi revenim la manual.",
      "Rezolvăm toate variantele din ultimii ani, cu timp măsurat și cu barem.",
    ],
  }),
  subject({
    code: "e",
    names: "economie",
    admission: "ASE",
    fromZero: true,
    topics: {
      liceu: "cerere și ofertă; piață; costuri; venituri; educație financiară",
      bac: "probleme de productivitate; cost marginal; inflație; șomaj; indicatori macroeconomici",
      admitere: "grile de economie; elasticitate; profit; piața monetară; productivitate",
      facultate: "microeconomie; macroeconomie; contabilitate; statistică; econometrie",
    },
    titles: [
      "bac: Economie pentru Bac: toate tipurile de probleme, cu schemă",
      "admitere: Admitere la ASE: grile de economie și matematică aplicată",
      "facultate: Micro și macro pentru anul I, înainte de sesiune",
      "facultate: Contabilitate de la zero, cu monografii complete",
      "liceu: Cerere, ofertă, preț: economia de a XI-a pe înțeles",
    ],
    methods: [
      "Problemele le grupăm pe tipuri; pentru fiecare tip există o schemă de o jumătate de pagină și zece exerciții.",
      "Folosesc exemple din presă și din firmele din jur, ca noțiunile să nu rămână simple definiții.",
    ],
  }),
];
