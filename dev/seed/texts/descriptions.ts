import type { Location } from "@/shared/codes";
import type { Deck, Random } from "../random";
import { fill, type Slots } from "./fill";
import type { Focus, SeedSubjectTexts } from "./subject-texts";

/** The kind of teacher, which determines the introduction. */
export type Persona = "school" | "university" | "student" | "practitioner" | "retired";

const INTRODUCTIONS: Record<Persona, readonly string[]> = {
  school: [
    "Sunt [profesor titular|profesoară titulară] la {school} și predau {s} de {years}. Meditațiile le țin după-amiaza și sâmbăta dimineața.",
    "Predau {s} de {years}, la clasă și individual, așa că știu ce se cere la teze și ce se cere la examene.",
    "De {years} lucrez cu elevi la {school}. La meditații am timp pentru ceea ce la clasă nu încape: întrebările fiecăruia.",
    "Sunt [profesor|profesoară], am {degree} și am corectat lucrări la examenele naționale.",
    "Am {years} la catedră și aceeași convingere ca la început: orice elev poate înțelege {sDef} dacă i se explică pe limba lui.",
    "Lucrez la {school} și pregătesc în fiecare an câțiva elevi individual, nu mai mulți decât pot urmări cu adevărat.",
  ],
  university: [
    "Sunt [asistent universitar|asistentă universitară] în {town} și pregătesc de {years} elevi și studenți la {s}.",
    "Predau la facultate de {years}; știu ce ar fi trebuit să rămână din liceu și de acolo începem.",
    "Am doctoratul în domeniu și {years} de seminare în spate. La meditații merg încet acolo unde la curs se grăbește toată lumea.",
    "Lucrez în învățământul superior, iar cu elevii la {s} mă văd seara și în weekend, de {years} încoace.",
  ],
  student: [
    "Sunt [student|studentă] la master în {town} și dau meditații la {s} de {years}. Am trecut recent prin aceleași examene și știu unde se pierd punctele.",
    "Am intrat la facultate cu media peste 9,50 și dau mai departe metoda care a funcționat pentru mine.",
    "Sunt [masterand|masterandă] în {town} și de {years} țin meditații. Vorbim deschis, fără morală, iar întrebările „proaste” sunt binevenite.",
    "Fac meditații la {s} din anul întâi de facultate; părinții spun că sunt [răbdător|răbdătoare], elevii că explic pe scurt.",
  ],
  practitioner: [
    "Sunt {job} de meserie și predau {s} de {years}, cu multe exemple din ce fac în fiecare zi.",
    "Lucrez ca {job}, iar după-amiaza explic {sDef} celor care au nevoie la școală sau la examen.",
    "Din meseria de {job} am învățat că lucrurile complicate se pot spune simplu. La fel procedez și la lecții.",
    "Am început să dau meditații la {s} acum {years}, pe lângă munca mea de {job}, și am rămas cu drag.",
  ],
  retired: [
    "Am predat {s} {years}, iar acum lucrez doar cu câțiva elevi, pe îndelete.",
    "Sunt [profesor pensionar|profesoară pensionară], cu {years} de experiență la catedră și cu toată răbdarea din lume.",
    "După {years} de școală am rămas cu plăcerea de a explica. Iau puțini elevi și îi țin până la examen.",
  ],
};

const CONTENTS: readonly string[] = [
  "Lucrăm la {t1}, {t2} și {t3}, de la exerciții simple la subiecte de nivelul cerut pentru {F}.",
  "Pentru {F} punem accent pe {t1}, {t2} și {t3}; restul materiei o recapitulăm din mers.",
  "De obicei începem cu {t1}, continuăm cu {t2} și {t3}, apoi trecem la teste întregi.",
  "Subiectele la care revin cel mai des elevii mei sunt {t1}, {t2} și {t3}. Le luăm de la început, fără grabă.",
  "Acoperim toată materia pentru {F}. La cerere insistăm pe {t1} sau pe {t2}.",
  "În primele două întâlniri aflăm unde sunt golurile ({t1}? {t2}? {t3}?) și facem un plan pe săptămâni.",
  "Planul obișnuit: o lună pentru {t1} și {t2}, apoi {t3} și teste cronometrate.",
  "Ne ocupăm de {t1}, de {t2} și de tot ce apare la {lessons} între timp: teme, teste, lucrări.",
  "De la fiecare lecție rămân fișe clare: {t1}, {t2}, {t3}. Ele devin recapitularea pentru {F}.",
  "Explic {t1}, {t2} și {t3} cu exemple, apoi elevul rezolvă singur, cu mine alături.",
  "Am fișe proprii pentru {t1}, {t2} și {t3}, pe trei niveluri de dificultate.",
  "Luăm de la capăt ce s-a pierdut ({t1}), revenim la {t2} și ajungem din timp la {t3}.",
];

export const METHODS: readonly string[] = [
  "La fiecare lecție: zece minute de recapitulare, o noțiune nouă, apoi exerciții. Tema este scurtă și o corectez de fiecare dată.",
  "Țin un jurnal pentru fiecare elev; părintele primește lunar câteva rânduri despre progres.",
  "Pun multe întrebări și aștept răspunsul. Elevul ajunge singur la soluție, iar asta îi dă încredere.",
  "Lecțiile sunt individuale, în ritmul elevului. Dacă ceva nu e clar, mai explic o dată, altfel.",
  "O dată la patru săptămâni dăm un test ca la examen și vedem negru pe alb cât am avansat.",
  "Folosesc materiale proprii, pe care le primește și elevul; nu e nevoie de culegeri scumpe.",
  "Îmi place să încep cu o problemă din viața reală și să ajung la teorie pe parcurs.",
  "Greșelile le strângem într-un caiet separat. Înainte de examen recitim doar acel caiet.",
  "Merg pe puțin și des: exerciții zilnice de un sfert de oră între lecții, verificate la întâlnirea următoare.",
  "Atmosfera e relaxată, dar timpul e timp de lucru: telefonul rămâne în ghiozdan, ceaiul e din partea casei.",
  "Stabilim de la început un obiectiv măsurabil și un termen. Dacă nu ajungem la el, schimbăm metoda, nu elevul.",
];

const PLACES: Record<Location, readonly string[]> = {
  th: [
    "Ne vedem la mine, în {place}, într-o cameră liniștită.",
    "Lecțiile au loc la mine acasă ({place}), cu parcare ușoară și transport aproape.",
    "Primesc elevii acasă, în {place}; cei mici pot veni însoțiți de un părinte.",
  ],
  lh: [
    "Pot veni la elev acasă, în {seat} și în împrejurimi.",
    "Mă deplasez la domiciliul elevului; pentru distanțe mai mari stabilim împreună programul.",
  ],
  sc: ["Ne putem întâlni și la școală, după ore, într-o sală liberă."],
  tc: ["Lucrăm la un centru de meditații din {place}, cu tablă și materiale la îndemână."],
  o: ["Ne putem vedea și la bibliotecă, dacă vă este mai aproape."],
};

const ONLINE: readonly string[] = [
  "Online folosim o tablă virtuală, iar notițele rămân la elev după fiecare lecție.",
  "Lecțiile online merg la fel de bine: tabletă grafică, fișe trimise din timp, ecran partajat.",
  "Țin și ore online, seara, pentru elevii din alte localități.",
];

export const CLOSINGS: readonly string[] = [
  "Prima întâlnire este de cunoaștere și nu costă nimic.",
  "Scrieți-mi clasa, manualul și ce vă doriți; răspund de obicei în aceeași zi.",
  "Mai am două locuri libere în această perioadă.",
  "Dacă o lecție se anulează cu o zi înainte, o mutăm fără cost.",
  "Pentru doi frați sau doi colegi care vin împreună, prețul scade.",
  "Programul se stabilește de comun acord, inclusiv sâmbăta.",
  "Spuneți-mi când e examenul și câte ore pe săptămână aveți; vă propun un plan înainte de prima lecție.",
  "Vă invit la o lecție de probă. Hotărâți după aceea.",
  "Lucrez cu cel mult opt elevi pe an, ca să pot urmări pe fiecare.",
  "Pot începe de săptămâna viitoare, după-amiaza între 15 și 20.",
];

export type DescriptionInput = {
  persona: Persona;
  focus: Focus;
  texts: SeedSubjectTexts;
  locations: readonly Location[];
  online: boolean;
};

/** Three to five paragraphs: introduction, content, method, place, closing. */
export function createDescription(random: Random, deck: Deck, input: DescriptionInput, slots: Slots): string {
  const { persona, texts, locations, online } = input;
  const method = random.chance(60) ? deck(`method:${texts.code}`, texts.methods) : deck("method", METHODS);
  const where = locations.slice(0, 2).map((location) => deck(`place:${location}`, PLACES[location]));
  if (online && (locations.length === 0 || random.chance(50))) where.push(deck("online", ONLINE));
  const paragraphs = [
    deck(`introduction:${persona}`, INTRODUCTIONS[persona]),
    deck("content", CONTENTS),
    method,
    where.join(" "),
    ...(random.chance(75) ? [deck("closing", CLOSINGS)] : []),
  ];
  // A second paragraph on the method to make some listings longer.
  if (random.chance(35)) paragraphs.splice(3, 0, deck("method", METHODS));
  return paragraphs.map((paragraph) => fill(paragraph, slots)).join("\n\n");
}
