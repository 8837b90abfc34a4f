/** Kinds of schools as they stand before a name: "școala", not "școală". */
const KIND =
  "(?<!\\p{L})(?:[SsȘșŞş]co(?:ala|lii)|[Ll]iceul(?:ui)?|[Cc]olegiul(?:ui)?|[Gg]r[ăa]dini[tțţ](?:a|ei))";
const ADJECTIVES =
  "(?:\\s+(?:gimnazial[ăa]|primar[ăa]|general[ăa]|na[tțţ]ional|teoretic|tehnologic|pedagogic|economic|sportiv|militar|tehnic|voca[tțţ]ional))*";
/** People and other things that schools are named after. */
const PATRONS =
  "alecsandri|alexandru|andrei|anton|avram|aurel|barbu|basarab|blaga|bogdan|bratianu|br[âa]ncoveanu|calistrat|cantemir|caragiale|carmen|" +
  "carol|constantin|costache|creang[ăa]|cuza|decebal|dimitrie|elena|emanuil|emil|eminescu|eudoxiu|ferdinand|george|gheorghe|grigore|haret|" +
  "horia|independen[tțţ]a|ioan|ion|iorga|iuliu|laz[ăa]r|liviu|lucian|maiorescu|matei|mihai|mihail|mircea|moise|negruzzi|nicolae|octavian|" +
  "petru|racovi[tțţ][ăa]|radu|rebreanu|regina|sadoveanu|samuil|simion|spiru|[sșş]incai|[sșş]tefan|sf\\.?|sf[âa]nt\\p{L}*|titu|titulescu|" +
  "traian|tudor|unirea|vasile|victor|zinca";
/** Words after a kind of school that do not name one: "colegiul meu". */
const NOT_A_NAME =
  "acesta|a[sșş]a|asta|are|care|cel|cum|c[âa]nd|dar|din|dup[ăa]|este|[îi]ncepe|mai|meu|na[tțţ]ional|nostru|nou|pentru|p[âa]n[ăa]|respectiv|sau|" +
  "unde|vechi|vostru|vreau";

/** A school by a name that is known, in lower case too, or by a number that counts nothing. */
const KNOWN_SCHOOL = new RegExp(
  [
    `(?:${KIND}${ADJECTIVES}|(?<!\\p{L})(?:c\\.?\\s?n\\.?|lic\\.?|l\\.?\\s?t\\.?))\\s+(?:${PATRONS})(?!\\p{L})`,
    `${KIND}${ADJECTIVES}\\s+(?:nr\\.?\\s*\\d+|\\d+(?!\\d|\\s*(?:de|ore|zile|ani|luni|minute|clase|elevi|%)))`,
    `(?<!\\p{L})(?:colegiul(?:ui)?|liceul(?:ui)?\\s+(?:teoretic|tehnologic))(?:\\s+na[tțţ]ional)?\\s+(?!(?:${NOT_A_NAME})(?!\\p{L}))\\p{L}{3,}`,
  ].join("|"),
  "giu",
);
/** A school or a street by the capital letter of its name. A street with a number is refused as an address. */
const CAPITALIZED_NAME = new RegExp(
  [
    `${KIND}${ADJECTIVES}\\s+["„“”']?(?!(?:Altfel|Verde)(?!\\p{L}))\\p{Lu}[\\p{L}.-]*`,
    "(?<!\\p{L})(?!(?:Middle|High|Primary|Secondary|Elementary|Private|Public|State|My|Our|Their|His|Her|The|An?|In|At|For|From|" +
      "After|Before|Old|New|This|That)(?!\\p{L}))\\p{Lu}\\p{L}+\\s+(?:High School|Middle School|Primary School|School|College)(?!\\p{L})",
    "(?<!\\p{L})(?:[Ss]tr\\.|[Ss]trada|[Bb]d\\.|[Bb]-?dul\\.?|[Bb]ulevardul|[Aa]leea|[Cc]alea)\\s+(?:nr\\.?\\s*)?(?:\\p{Lu}[\\p{L}.-]*|\\d+)",
  ].join("|"),
  "gu",
);
/** The name of a person after words that introduce it. */
const PERSON = new RegExp(
  "(?<!\\p{L})(?:[Mm][ăa] numesc|(?:[Mm][ăa]|[ÎIîi]l|[Oo]) cheam[ăa]|[Ff]i(?:ul meu|ica mea)|[Bb][ăa]iatul meu|[Ff](?:ata|eti[țţt]a) mea" +
    "|[Nn]epo(?:tul meu|ata mea)|[Mm]y name is|(?:is|am) called|[Mm]y (?:son|daughter|grandson|granddaughter|nephew|niece))" +
    ",?\\s+\\p{Lu}\\p{Ll}+(?:\\s+\\p{Lu}\\p{Ll}+)*",
  "gu",
);

/** The writer's name: "Bună, sunt Andrei", not "Testele sunt Marți", "Sunt Mama unui elev". In English two words of it. */
const WRITER = new RegExp(
  "(?:(?<=^\\s*|[.!?,;\\n]\\s*|(?:[Ee]u|[Bb]un[ăa]|[Zz]iua|[Ss]eara|[Ss]alut)\\s+)[Ss]unt\\s+" +
    "(?!(?:(?:Elev|Student|Copil|Mam|P[ăa]rinte|Bunic|Profes|Liber|S[âa]mb|Dumin|Doamn|Domn|Rom[âa]n)\\p{Ll}*" +
    "|[ÎI]n|La|Un|O|De|Din|Clasa|Tat[ăa]l?|Luni|Mar[tțţ]i|Miercuri|Joi|Vineri)(?!\\p{L}))" +
    "|(?<!\\p{L})I(?: a|['’])m\\s+(?=\\p{Lu}\\p{Ll}+\\s+\\p{Lu}))\\p{Lu}\\p{Ll}+(?:\\s+\\p{Lu}\\p{Ll}+)*",
  "gu",
);

/** Nouns before a grade, except those with an ending that names lack: "Pian, clasa a III-a". */
const SCHOOL_SUBJECT =
  "Mate|Matematica|Algebra|Geometria|Fizica|Chimia|Biologia|Istoria|Geografia|Informatica|Info|Limba|Romana|Engleza|Franceza|Germana|" +
  "Spaniola|Latina|Gramatica|Muzica|Pian|Desen|Sport|Bac|Bacalaureat|Evalu\\p{L}*|Examen\\p{L}*|Test\\p{L}*|Teme|Curs\\p{L}*|" +
  "Olimpiad\\p{L}*|Gimnaziu|Liceu|Nivel\\p{L}*|Salut|Buna|Profes\\p{L}*|Online|Urgent|Ajutor";

/** The name of a child at the start of a sentence about the grade: "Andrei e în clasa a VIII-a", "Andrei, clasa a 8-a". */
const PUPIL = new RegExp(
  `(?<=^\\s*|[.!?\\n]\\s*)(?!(?:${SCHOOL_SUBJECT}|` +
    "Copil\\p{L}*|B[ăa]iat\\p{L}*|Elev\\p{L}*|Fiul|Fiica|Fata|Feti[țţt]a|Nepo[at]\\p{L}*|Frate\\p{L}*|Sora|" +
    "D[âa]ns(?:ul|a)|Acum|Momentan|Daughter|Son|Child|Boy|Girl|The|She)(?!\\p{L}))\\p{Lu}\\p{Ll}{2,}(?:\\s+\\p{Lu}\\p{Ll}+)?" +
    "(?=\\s+(?:e|este|is|merge)\\s+(?:(?:elev[ăa]?|acum|now)\\s+)?(?:[îi]n|la)\\s+(?:clasa|the \\p{L}+ grade|grade|year)" +
    "|(?<!ă|re|ie|ii),\\s+(?:elev[ăa]?\\s+)?(?:(?:[îi]n|la)\\s+)?clasa\\s+(?:a|[IVX\\d]))",
  "gu",
);

/** The name of a person in a social network: "insta: ana.m09". */
const ACCOUNT =
  /(?<!\p{L})(?:insta(?:gram)?|ig|snap(?:chat)?|tik\s?tok|discord|telegram|tg|fb|facebook)(?:-?ul)?(?:\s+(?:meu|e|este|is))*\s*[:=@]\s*\S{3}/iu;

/** Whether a text tells the name of a person in a social network. */
export const namesAccount = (text: string): boolean => ACCOUNT.test(text);

/** The ages from 6 to 17. */
const CHILD_AGE =
  "(?:[6-9]|1[0-7]|[șs]ase|[șs]apte|opt|nou[ăa]|zece|unsprezece|doisprezece|treisprezece|paisprezece|cincisprezece|[șs]aisprezece|[șs]aptesprezece)";
/**
 * The author is a pupil: "am 15 ani", not "am 15 ani de experiență"; "sunt în clasa a IX-a", not "copiii sunt în clasa a
 * V-a".
 */
const BY_PUPIL = new RegExp(
  [
    `(?<!\\p{L})(?:am|[îi]mplinesc)\\s+(?:doar\\s+|numai\\s+)?${CHILD_AGE}\\s*ani(?:[sșş]ori)?(?!\\p{L})(?!\\s+(?:de|[îi]n|la|experien|vechime))`,
    `(?<!\\p{L})eu am ${CHILD_AGE}(?=\\s*(?:$|[.,;!]|[șs]i(?!\\p{L})))`,
    "(?<!\\p{L})(?<!nu\\s+(?:mai\\s+)?)sunt\\s+(?:un\\s+|o\\s+)?elev[ăa]?(?!\\p{L})",
    "(?:^|[.!?\\n]\\s*|(?<!\\p{L})(?:eu|bun[ăa]|salut|hei|ziua|seara)[,!]?\\s+)sunt\\s+(?:[îi]n|la)\\s+(?:clasa|gimnaziu|liceu)(?!\\p{L}*\\s+(?:ca\\s+)?profes)",
    `(?<!\\p{L})I(?:['’]m| am)\\s+(?:only\\s+)?${CHILD_AGE}(?:\\s*years?[\\s-]old(?!\\p{L})|(?=\\s*(?:[.,;!]|and(?!\\p{L})|$)))`,
    "(?<!\\p{L})I(?:['’]m| am)\\s+(?:a pupil(?!['’])|(?:a student )?in (?:the )?(?:\\S+ )?(?:grade|year \\d|middle school|high school)(?! as a teacher))",
  ].join("|"),
  "iu",
);

/** Whether the author of a text says to be a pupil or younger than 18. */
export const isByPupil = (text: string): boolean => BY_PUPIL.test(text);

/** Whether a text seems to name a school or a street. */
export const namesSchoolOrStreet = (text: string): boolean =>
  [CAPITALIZED_NAME, KNOWN_SCHOOL].some((pattern) => text.search(pattern) >= 0);

/**
 * The schools, streets and persons in a text, in its order, such as "Școala Gimnazială"; parts that overlap are joined, and
 * quotation marks left out, since a part may begin inside of them. "Probleme la școală" names none.
 */
export function findIdentifyingTexts(text: string): string[] {
  const found: { start: number; end: number }[] = [];
  const matches = [CAPITALIZED_NAME, KNOWN_SCHOOL, PERSON, WRITER, PUPIL].flatMap((pattern) => [
    ...text.matchAll(pattern),
  ]);
  for (const { index, 0: part } of matches.sort((one, other) => one.index - other.index)) {
    const last = found.at(-1);
    const end = index + part.length;
    if (last && index < last.end) last.end = Math.max(last.end, end);
    else found.push({ start: index, end });
  }
  const parts = found.map(({ start, end }) => text.slice(start, end));
  return [
    ...new Set(
      parts.map((part) =>
        part
          .replace(/["„“”]/g, "")
          .replace(/\s+/g, " ")
          .replace(/[.-]+$/, ""),
      ),
    ),
  ];
}
