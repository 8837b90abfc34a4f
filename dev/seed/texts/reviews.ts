import type { Level, ReviewLessons } from "@/shared/codes";
import type { Locale } from "@/shared/i18n/locales";

export type ReviewText = {
  rating: 1 | 2 | 3 | 4 | 5;
  locale?: Locale;
  text: string;
  /** Who wrote it, if the text says so. */
  role?: "parent" | "learner";
  /** How many lessons, if they are fewer than six. */
  lessons?: Extract<ReviewLessons, "1" | "2-5">;
  /** The level that the text is about. */
  level?: Level;
};

/**
 * Reviews, most of them good as in life. `{s}` is the subject after "la"; `[domnul|doamna]` the form for the teacher.
 */
export const REVIEW_TEXTS: readonly ReviewText[] = [
  {
    rating: 5,
    text: "Fiul meu a trecut de la 5 la 8 în două luni la {s}. Explică pe îndelete și nu se supără când trebuie reluat. Recomand.",
    role: "parent",
  },
  {
    rating: 5,
    text: "Foarte [organizat|organizată]: după fiecare ședință primim tema și un mic rezumat. Fetița mea merge cu plăcere, ceea ce la {s} nu credeam că se poate.",
    role: "parent",
  },
  {
    rating: 5,
    text: "Am lucrat împreună pentru Bacalaureat și am luat 9,40. A știut exact unde am goluri și nu am pierdut timp cu ce știam deja.",
    role: "learner",
    level: "pb",
  },
  {
    rating: 5,
    text: "[Punctual, calm|Punctuală, calmă] și foarte bine [pregătit|pregătită]. Lecțiile au mers fără probleme.",
    lessons: "2-5",
  },
  {
    rating: 5,
    text: "[Domnul profesor|Doamna profesoară] are răbdare cu copiii timizi. Al meu nu vorbea deloc la ore, acum ridică mâna la școală.",
    role: "parent",
  },
  {
    rating: 5,
    text: "Am cerut ajutor pentru câteva capitole la {s} înainte de teză. Trei ședințe au fost de ajuns. Explicații clare, multe exemple.",
    lessons: "2-5",
  },
  {
    rating: 5,
    text: "Preț corect și nimic ascuns. Ne-am înțeles din prima discuție, iar orele se țin mereu la timp. Mergem mai departe împreună.",
  },
  {
    rating: 5,
    text: "Se vede că îi place ce face. Nu dă doar reguli, explică de unde vin. Băiatul meu a început să rezolve probleme în plus, din proprie inițiativă.",
    role: "parent",
  },
  {
    rating: 5,
    text: "După Evaluarea Națională pot spune că a meritat: 9,25 la {s}, cu emoții mult mai mici decât la simulare.",
    level: "pe",
  },
  {
    rating: 5,
    text: "Foarte bune lecțiile. Materialele sunt făcute de [el|ea], nu luate de pe internet, și se potrivesc cu ce se cere la școală.",
  },
  {
    rating: 5,
    text: "Ne-a primit și în weekend înainte de examen. Îi mulțumim pentru răbdare și pentru încurajări.",
  },
  {
    rating: 5,
    locale: "en",
    text: "Clear, kind and always on time. My daughter moved schools in the middle of the year and caught up in about six weeks.",
    role: "parent",
  },
  {
    rating: 5,
    locale: "en",
    text: "Homework is reasonable and every mistake is explained, not just marked.",
  },
  {
    rating: 5,
    text: "Am revenit la {s} după zece ani, pentru facultate. Nu m-am simțit nicio clipă prost că nu știu. Recomand și adulților.",
    role: "learner",
    level: "bc",
  },
  {
    rating: 5,
    text: "Comunică bine cu părinții: știm mereu ce s-a lucrat și ce urmează. Copilul are mai multă încredere.",
    role: "parent",
  },
  {
    rating: 5,
    text: "Explică de trei ori în trei feluri, până se înțelege. Exact ce căutam la {s}.",
    lessons: "2-5",
  },
  {
    rating: 4,
    text: "Lecții bune, se vede progresul. Uneori începem cu zece minute mai târziu, dar recuperează la final.",
  },
  {
    rating: 4,
    text: "[Un profesor bun|O profesoară bună] la {s}, cu multă experiență. Ritmul este cam alert pentru un copil de clasa a VI-a, dar după ce am vorbit a încetinit.",
    role: "parent",
    level: "m",
  },
  {
    rating: 4,
    text: "Ne-a ajutat mult pentru teză. Mi-ar fi plăcut mai multe exerciții de lucru acasă. În rest, [serios|serioasă] și [plăcut|plăcută].",
  },
  {
    rating: 4,
    text: "Foarte bine [pregătit|pregătită]. Programul este destul de încărcat, așa că trebuie rezervat din timp.",
    lessons: "2-5",
  },
  {
    rating: 5,
    locale: "en",
    text: "Explains things calmly and checks that they were understood before moving on. Always prepared.",
    lessons: "2-5",
  },
  {
    rating: 4,
    locale: "en",
    text: "Good lessons and patient explanations. Rescheduling was a bit difficult in exam season, otherwise we are happy.",
  },
  {
    rating: 4,
    text: "Copilul înțelege mai bine și notele au crescut. La început a mers mai greu, până ne-am obișnuit.",
    role: "parent",
  },
  {
    rating: 3,
    text: "Cunoștințe bune la {s}, dar lecțiile au fost mai mult expunere. Fiul meu avea nevoie de mai mult exercițiu. Pentru recapitulare este în regulă.",
    role: "parent",
    lessons: "2-5",
  },
  {
    rating: 3,
    text: "A fost bine în primele săptămâni, apoi două ore au fost mutate în ultima clipă. Ca predare nu am ce reproșa.",
  },
  {
    rating: 3,
    text: "Pentru nivelul de bază este [potrivit|potrivită]. Pentru olimpiadă am căutat pe altcineva, după ce am vorbit deschis despre asta.",
  },
  {
    rating: 2,
    text: "Am avut patru ședințe. Explicațiile au fost grăbite și temele nu au fost corectate. Poate se potrivește altcuiva.",
    lessons: "2-5",
  },
  {
    rating: 2,
    text: "Două întâlniri anulate cu o oră înainte. Când s-au ținut, au fost în regulă, dar noi aveam nevoie de un program stabil.",
    lessons: "2-5",
  },
  {
    rating: 1,
    text: "Nu s-a prezentat la a doua ședință și nu a anunțat. Am așteptat o jumătate de oră. Am renunțat.",
    lessons: "1",
  },
];

/** Answers of teachers to five stars, and to fewer. */
export const REVIEW_REPLIES: Record<"praise" | "criticism", readonly string[]> = {
  praise: [
    "Vă mulțumesc pentru cuvintele frumoase! A fost o plăcere să lucrăm împreună și vă doresc mult succes mai departe.",
    "Mulțumesc! Rămân la dispoziție pentru orice întrebare.",
    "Mă bucur că lecțiile au fost de folos. Spor la învățat!",
  ],
  criticism: [
    "Mulțumesc pentru părere. Din toamnă am păstrat ore fixe pentru fiecare elev.",
    "Vă mulțumesc că ați scris deschis. Am început să trimit după fiecare ședință un set de exerciții pentru acasă.",
  ],
};

/** A review that waits for an admin, because it has a phone number. */
export const HELD_REVIEW = {
  rating: 5,
  text: "Foarte mulțumiți de lecții. Dacă nu răspunde aici, [îl|o] găsiți la 0712 001 177, răspunde mereu seara.",
  lessons: "2-5",
} as const;

/** A review that waits, because it came from the network of its teacher. */
export const SAME_NETWORK_REVIEW = {
  rating: 5,
  text: "[Cel mai bun profesor|Cea mai bună profesoară] din tot județul, fără nicio îndoială! Lecții excelente, prețuri excelente, note excelente.",
  lessons: "20+",
} as const;

/** A review that its teacher reported, and the report. */
export const REPORTED_REVIEW = {
  rating: 2,
  text: "Nu mi-a plăcut. Am așteptat altceva de la cineva cu atâția ani de experiență și nu am mai continuat.",
  lessons: "2-5",
  report:
    "Nu am avut niciun elev care să fi renunțat în perioada aceasta. Bănuiesc că este vorba despre alt profesor.",
} as const;
