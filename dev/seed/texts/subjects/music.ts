import { subject } from "../subject-texts";

export const music = [
  subject({
    code: "mu",
    names: "pian; chitară; vioară; canto; pian; chitară; teorie muzicală",
    admission: "Conservator",
    fromZero: true,
    topics: {
      pre: "ritm și joc; cântece cunoscute; poziția mâinii; ascultare activă",
      primar: "citirea notelor; ritm; primele piese; solfegiu ușor; jocuri muzicale",
      gimnaziu: "game și arpegii; piese la alegere; solfegiu; dicteu melodic; acompaniament",
      liceu: "armonie; repertoriu clasic; improvizație; interpretare; teoria muzicii",
      admitere: "dicteu melodic; solfegiu la prima vedere; armonie; recital; teoria muzicii",
    },
    titles: [
      "pre primar: Primele lecții de {s}, prin joc și cântec",
      "primar gimnaziu: Lecții de {s} pentru copii, cu mic recital de final de an",
      "gimnaziu liceu: Lecții de {s} de la zero, cu piese pe gustul elevului",
      "liceu: {S} pentru adolescenți: clasic, pop, jazz",
      "admitere: Pregătire pentru Conservator: {s}, solfegiu, dicteu",
      "primar: {S} cu răbdare, de la prima notă la prima piesă",
      "gimnaziu: Curs individual de {s}, pentru începători și avansați",
      "primar gimnaziu: Lecții de {s} pe îndelete, pentru copii de 7–14 ani",
      "liceu gimnaziu: Învață {s} cu un muzician activ pe scenă",
      "gimnaziu admitere: Admitere la liceul de muzică: {s} și teorie",
      "pre: Inițiere muzicală pentru preșcolari: {s}, ritm, mișcare",
      "liceu: Ore de {s} pentru plăcerea de a cânta",
      "primar gimnaziu liceu: {S}: tehnică sănătoasă și piese frumoase",
    ],
    methods: [
      "De la prima lecție se cântă ceva întreg, oricât de simplu. Tehnica vine odată cu piesele, nu înaintea lor.",
      "Înregistrez la lecție exercițiul săptămânii, ca elevul să știe cum trebuie să sune când studiază singur.",
      "Elevul alege jumătate din repertoriu, eu cealaltă jumătate. Așa studiază cu drag și nu rămân goluri.",
      "Zece minute pe zi fac mai mult decât o oră sâmbăta, așa că tema este scurtă și foarte precisă.",
    ],
  }),
];
