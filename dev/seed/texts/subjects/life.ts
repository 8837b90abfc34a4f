import { subject } from "../subject-texts";

export const life = [
  subject({
    code: "b",
    names: "biologie",
    admission: "Medicină",
    fromZero: false,
    topics: {
      gimnaziu: "alcătuirea celulei; plante și animale; sistemul digestiv; ecosisteme; ereditate",
      liceu: "celulă; genetică; țesuturi; respirație și circulație; ecologie; diviziunea celulară",
      bac: "genetică; sistemul nervos; circulație; reproducere; probleme de genetică; alcătuirea celulei",
      admitere:
        "sistemul nervos; analizatori; glande endocrine; circulație; excreție; grile din manualul de a XI-a",
      facultate: "biologie celulară; biochimie; genetică; fiziologie vegetală",
    },
    titles: [
      "admitere: Biologie pentru Medicină: grile explicate, capitol cu capitol",
      "bac: Biologie pentru Bac: scheme clare și probleme de genetică",
      "liceu: Genetica pe înțeles: încrucișări, cromozomi, probleme",
      "gimnaziu: Biologie cu microscopul pe masă, pentru gimnaziu",
      "admitere bac: Biologie de a XI-a: manualul parcurs activ, cu recapitulări",
    ],
    methods: [
      "Fiecare lecție se termină cu o schemă pe o singură pagină. La recapitulare rămân douăzeci de pagini, nu două sute.",
      "Citim manualul activ: subliniem, punem întrebări, facem noi grilele. Cine știe să facă o grilă știe să o și rezolve.",
      "Folosesc planșe, modele și filme scurte; procesele se văd, nu se memorează cuvânt cu cuvânt.",
    ],
  }),
  subject({
    code: "a",
    names: "anatomie",
    admission: "Medicină",
    fromZero: false,
    topics: {
      liceu: "sistemul osos; mușchi; inimă și vase; sistemul nervos; analizatori",
      bac: "sistemul nervos; analizatori; circulație; respirație; excreție",
      admitere:
        "sistemul nervos; glande endocrine; inimă; analizatorul vizual; metabolism; complement simplu și grupat",
      facultate: "membre; torace; neuroanatomie; vase și nervi; topografie",
    },
    titles: [
      "admitere: Anatomie pentru Medicină: complement simplu și grupat",
      "admitere: Pregătire UMF: anatomie cu simulări săptămânale",
      "bac liceu: Anatomia omului, desenată la fiecare lecție",
      "facultate: Anatomie pentru anul I la Medicină, înainte de parțial",
    ],
    methods: [
      "Desenăm fiecare organ de mână și îl denumim împreună; harta corpului se construiește săptămână de săptămână.",
      "O dată pe lună facem o simulare în condiții de examen, cu barem și cu discuția fiecărei greșeli.",
    ],
  }),
  subject({
    code: "c",
    names: "chimie",
    admission: "Medicină",
    fromZero: true,
    topics: {
      gimnaziu: "atomi și molecule; tabelul periodic; ecuații chimice; concentrații; acizi și baze",
      liceu: "legături chimice; soluții; redox; alcani și alchene; echilibru chimic; pH",
      bac: "chimie organică; izomeri; alcooli; acizi carboxilici; termochimie; electroliză",
      admitere:
        "hidrocarburi; compuși cu grupe funcționale; proteine; probleme de randament; grile de organică",
      facultate: "chimie organică; chimie analitică; chimie fizică; mecanisme de reacție",
    },
    titles: [
      "gimnaziu: Chimie de a VII-a și a VIII-a: ecuații egalate fără greșeli",
      "bac: Chimie organică pentru Bac, reacție cu reacție",
      "admitere: Chimie organică pentru Medicină și Farmacie, pe grile",
      "liceu: Probleme de chimie fără formule memorate: moli, soluții, pH",
      "gimnaziu liceu: Chimia ca o poveste: de la atom la reacție",
    ],
    methods: [
      "Învățăm să citim o reacție ca pe o propoziție: cine intră, cine iese, ce se păstrează.",
      "Problemele le rezolvăm în moli, cu raționament, nu cu regula de trei simplă scrisă mecanic.",
      "Am acasă o mică trusă de laborator; indicatorii și precipitatele se țin minte mai bine când se văd.",
    ],
  }),
];
