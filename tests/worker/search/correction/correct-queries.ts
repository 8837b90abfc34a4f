import { COUNTIES, COUNTY_CODES } from "@/shared/codes";
import { listTowns } from "@/shared/codes/places";
import { FIRST_NAMES, LAST_NAMES } from "../../../../dev/seed/names";
import { SUBJECT_TEXTS } from "../../../../dev/seed/texts/subjects";

/** A kind of correctly spelled searches. */
export type CorrectQueryKind = "phrasings" | "titles" | "places" | "names" | "other subjects" | "sentences";
export type CorrectQuery = { kind: CorrectQueryKind; q: string };

export const CORRECT_QUERY_COUNT = 2000;

const lines = (text: string): string[] => text.trim().split("\n");

const SUBJECTS = lines(`
mate
matematică
matematica
română
limba română
limba și literatura română
engleză
limba engleza
franceză
germană
spaniolă
fizică
chimie
chimie organică
biologie
anatomie
informatică
info
istorie
geografie
economie
logică
psihologie
filosofie
filozofie
sociologie
latină
muzică
pian
chitară
canto
maths
English
physics
chemistry
Romanian
piano
programare
algebră
geometrie
gramatică
conversație engleză`);

const LEVELS = lines(`
bac
bacalaureat
evaluare nationala
evaluarea națională
admitere
admitere medicină
gimnaziu
liceu
clasa a 8-a
clasa a VIII-a
clasa 5
clasa a XII-a
facultate
începători
copii
adulți
Cambridge
olimpiadă
high school
university
baccalaureate
primary school
M1
M2`);

const PLACES = lines(`
Cluj
cluj-napoca
București
bucuresti sector 3
sectorul 6
Iași
iasi copou
Timișoara
Brașov
constanta
Craiova
Sibiu
Oradea
ploiesti
Galați
online
la domiciliu
drumul taberei
Militari
în Titan
Bucharest
Ilfov
Otopeni
Alba Iulia
Târgu Mureș
baia mare`);

const OPTIONS = lines(`
sub 100 lei
sub 80
maxim 100 de lei
între 50 și 100 lei
ieftin
în weekend
sâmbăta
seara
după-amiaza
dimineața
luni și miercuri
cu factură
în grup
individual
verificat
proba gratuită
under 100
at weekends
in the evening
cheap`);

/** Searches as parents and pupils write them. */
const SENTENCES = lines(`
caut profesor de mate pentru clasa a 7-a
profesor matematica bac M2 Cluj
meditații la română pentru evaluarea națională
meditatii mate info
am nevoie de meditator la fizică
ajutor la teme clasa a III-a
recuperare la matematică
pregătire intensivă bac
pregătire pentru teză
pregatire olimpiada de chimie
lecții de pian pentru copii de 6 ani
lecții de chitară electrică
lecții de vioară
lecții de canto pop
lecții de tobe
lecții de desen
cursuri de saxofon
cursuri de acordeon
flaut pentru începători
nai
cobza
orgă electronică
teorie și solfegii
admitere conservator
admitere politehnică
admitere ASE
admitere drept
admitere poliție
admitere medicină dentară
rezidențiat
grile biologie medicină
logopedie pentru copii
logoped
psihopedagog
copii cu autism
copii cu dislexie
copil cu ADHD
elev corigent
corigență la matematică
teste grilă
teorema lui Pitagora
derivate și integrale
limite de funcții
matrice și determinanți
trigonometrie
combinatorică
probabilități și statistică
analiză matematică
algebră liniară
ecuații diferențiale
geometrie analitică
mecanică cuantică
termodinamică
optică
electromagnetism
circuite electrice
chimie anorganică
stoechiometrie
genetică
botanică
zoologie
corpul uman
ecologie
literatură universală
eseu despre Luceafărul
comentariu Ion Creangă
basmul cult
subiectul al III-lea
analiza unei poezii
ortografie și punctuație
subjonctiv
verbe neregulate
business English
IELTS
TOEFL
Cambridge CAE
Cambridge FCE
Cambridge PET
KET pentru copii
DELF B2
DELE C1
Goethe Zertifikat B1
TestDaF
telc Deutsch
HSK
JLPT
permis auto teorie
Excel avansat
Word și PowerPoint
AutoCAD
SolidWorks
Photoshop
Illustrator
Blender
Unity
HTML CSS JavaScript
React
PHP MySQL
SQL
Java
Kotlin
Scratch pentru copii
Arduino
robotică
MATLAB
LaTeX
SPSS
statistică în R
machine learning
C++ clasa a IX-a
pbinfo
infoarena
atestat informatică
lucrare de licență psihologie
disertație management
contabilitate
fiscalitate
marketing
drept civil
drept constituțional
microeconomie ASE
macroeconomie
finanțe
istoria artei
istoria României
istorie universală
geografia Europei
hărți
etică
retorică
argumentare
dezbateri
oratorie
dezvoltare personală
șah
înot
tenis
dans
balet
yoga
fotografie
pictură
grafică
desen tehnic
arhitectură admitere
modelaj
actorie
teatru
film
scriere creativă
caligrafie
memorare rapidă
citire rapidă
calcul mental
abac
SmartyKids
Kumon
metoda Montessori
after school
babysitter cu engleză
bonă
educatoare
învățător
învățătoare pensionară
profesor pensionar
student la matematică
studentă la medicină
profesor nativ
native speaker
vorbitor nativ de germană
grup de conversație
tabără de vară
vacanța de Paști
simulare bac
simulare evaluare
subiecte rezolvate
olimpici
Gauss
Euler
Eminescu
Caragiale
Sadoveanu
Rebreanu
Blaga
Arghezi
Bacovia
Shakespeare
math tutor near me
physics teacher for university
help with homework
exam preparation
conversation lessons
Romanian for foreigners
română pentru străini
limba română pentru moldoveni
certificat lingvistic
examen de bacalaureat diferență
titularizare
definitivat
gradul II
examen auto
bursa
Harvard
SAT
GMAT
GRE
A-level
IB mathematics
GCSE
IGCSE
International Baccalaureate
SAT math
STEM
Lego Mindstorms`);

const OTHER_SUBJECTS = lines(`
italiană
rusă
portugheză
olandeză
daneză
suedeză
norvegiană
finlandeză
poloneză
cehă
slovacă
maghiară
sârbă
bulgară
greacă
turcă
arabă
ebraică
chineză
japoneză
coreeană
ucraineană
croată
albaneză
persană
hindi
mandarină
catalană
esperanto
limbajul semnelor
greacă veche
vioară
violoncel
contrabas
flaut
clarinet
saxofon
trompetă
trombon
harpă
acordeon
tobe
percuție
bas
ukulele
muzicuță
chitară bas
chitară electrică
astronomie
geologie
statistică
robotică
electronică
contabilitate
religie
pedagogie
științe
științe politice
jurnalism
management
drept
farmacie
stomatologie
veterinară
arhitectură
design
desen
pictură
sculptură
origami
olărit
croitorie
gătit
șah
bridge
scrabble
tenis
fotbal
baschet
handbal
volei
înot
patinaj
schi
judo
karate
gimnastică
pilates
dans
balet
salsa
tango
teatru
canotaj
ciclism
echitație`);

/** First names and surnames that are common in Romania, as people search for a teacher. Most teach nothing here. */
const OTHER_NAMES = lines(`
Andrei
Alin
Alina
Anca
Aurel
Bianca
Camelia
Carmen
Cezar
Claudiu
Codruța
Corina
Cosmin
Costel
Crina
Daniela
Dariana
Delia
Diana
Dorin
Dragoș
Eduard
Emilia
Eugen
Felicia
Felix
Flavius
Florentina
Florin
George
Georgiana
Horia
Ileana
Ilinca
Ioan
Ion
Ionela
Ionuț
Iulia
Laura
Larisa
Laurențiu
Lavinia
Liviu
Loredana
Luminița
Marcel
Marian
Mariana
Marinela
Marius
Mircea
Mirela
Nicolae
Nicoleta
Octavian
Otilia
Ovidiu
Petru
Rareș
Ramona
Răzvan
Rodica
Roxana
Ruxandra
Sebastian
Silviu
Sorina
Tatiana
Teodora
Tiberiu
Traian
Tudor
Valentin
Valeria
Vasilica
Victor
Viorel
Virgil
Zoltán
Albu
Andronic
Apostol
Ardelean
Avram
Balan
Bejan
Blaga
Bratu
Bucur
Cazacu
Chirilă
Coman
Constantinescu
Costache
Crăciun
Croitoru
Damian
Diaconescu
Dobre
Dragomir
Enache
Filip
Gavrilă
Georgescu
Gheorghiu
Grigorescu
Ilie
Iordache
Kovács
Lupu
Manea
Mazilu
Mihăilescu
Mocanu
Moraru
Neagu
Nedelcu
Niculae
Oprea
Paraschiv
Petrescu
Pop
Popa
Preda
Radulescu
Roman
Rotaru
Sandu
Simion
Stoica
Suciu
Szabó
Tănase
Tudose
Ungureanu
Vlad
Voicu
Zaharia`);

/** Mulberry32: the same numbers on every machine. */
function createPicker(seed: number) {
  let state = seed;
  return <T>(values: readonly T[]): T => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return values[((mixed ^ (mixed >>> 14)) >>> 0) % values.length] as T;
  };
}

/** 2,000 different searches without a mistake: the same on each run. */
export function listCorrectQueries(): CorrectQuery[] {
  const pick = createPicker(18);
  const firstNames = [...FIRST_NAMES.f, ...FIRST_NAMES.m];
  const towns = [
    ...COUNTIES.flatMap(({ name, seat }) => [name, seat]),
    ...COUNTY_CODES.flatMap((county) => listTowns(county).map(({ name }) => name)),
    ...PLACES,
  ];
  const fixed: [CorrectQueryKind, readonly string[]][] = [
    ["sentences", SENTENCES],
    ["other subjects", OTHER_SUBJECTS],
    ["names", OTHER_NAMES],
    ["titles", SUBJECT_TEXTS.flatMap(({ titles }) => titles.map(({ text }) => text))],
    ["places", towns],
  ];
  const drawn: (() => CorrectQuery)[] = [
    () => ({ kind: "phrasings", q: `${pick(SUBJECTS)} ${pick(LEVELS)}` }),
    () => ({ kind: "phrasings", q: `${pick(SUBJECTS)} ${pick(PLACES)}` }),
    () => ({ kind: "phrasings", q: `${pick(SUBJECTS)} ${pick(LEVELS)} ${pick(PLACES)} ${pick(OPTIONS)}` }),
    () => ({ kind: "phrasings", q: `meditații ${pick(SUBJECTS)} ${pick(OPTIONS)}` }),
    () => ({ kind: "places", q: `${pick(SUBJECTS)} ${pick(towns)}` }),
    () => ({ kind: "names", q: `${pick(firstNames)} ${pick(LAST_NAMES)}` }),
    () => ({ kind: "names", q: `${pick(OTHER_NAMES)} ${pick(OTHER_NAMES)}` }),
    () => ({ kind: "other subjects", q: `${pick(OTHER_SUBJECTS)} ${pick(towns)}` }),
    () => ({ kind: "sentences", q: `${pick(SENTENCES)} ${pick(PLACES)}` }),
  ];
  const queries = new Map<string, CorrectQuery>();
  for (const [kind, texts] of fixed) for (const q of texts) queries.set(q.toLowerCase(), { kind, q });
  for (let n = 0; queries.size < CORRECT_QUERY_COUNT; n++) {
    const query = drawn[n % drawn.length]?.();
    if (query) queries.set(query.q.toLowerCase(), query);
  }
  return [...queries.values()];
}
