import { FIRST_NAMES, LAST_NAMES } from "../../../../dev/seed/names";
import { SUBJECT_TEXTS } from "../../../../dev/seed/texts/subject-texts";
import { PHRASINGS } from "../../../unit/search/phrasings/phrasings";

/** Searches as parents and pupils write them, other subjects, and names. */
const SEARCHES = `
caut profesor de mate pentru clasa a 7-a
meditații la română pentru evaluarea națională
am nevoie de meditator la fizică
recuperare la matematică
pregătire pentru teză
lecții de pian pentru copii de 6 ani
lecții de vioară
lecții de tobe
cursuri de saxofon
flaut pentru începători
cobza
teorie și solfegii
admitere politehnică
admitere drept
admitere medicină dentară
grile biologie medicină
logoped
copii cu autism
copil cu ADHD
corigență la matematică
teorema lui Pitagora
limite de funcții
trigonometrie
probabilități și statistică
algebră liniară
geometrie analitică
termodinamică
electromagnetism
chimie anorganică
genetică
zoologie
ecologie
eseu despre Luceafărul
basmul cult
analiza unei poezii
subjonctiv
business English
TOEFL
Cambridge FCE
KET pentru copii
DELE C1
TestDaF
HSK
permis auto teorie
Word și PowerPoint
SolidWorks
Illustrator
Unity
React
SQL
Kotlin
Arduino
MATLAB
SPSS
machine learning
pbinfo
atestat informatică
disertație management
fiscalitate
drept civil
microeconomie ASE
finanțe
istoria României
geografia Europei
etică
argumentare
oratorie
șah
tenis
balet
fotografie
grafică
arhitectură admitere
actorie
film
caligrafie
citire rapidă
abac
Kumon
after school
bonă
învățător
profesor pensionar
studentă la medicină
native speaker
grup de conversație
vacanța de Paști
simulare evaluare
olimpici
Euler
Caragiale
Rebreanu
Arghezi
Shakespeare
physics teacher for university
exam preparation
Romanian for foreigners
limba română pentru moldoveni
examen de bacalaureat diferență
definitivat
examen auto
Harvard
GMAT
A-level
GCSE
International Baccalaureate
STEM
italiană
olandeză
norvegiană
cehă
sârbă
turcă
chineză
ucraineană
persană
catalană
greacă veche
contrabas
saxofon
harpă
percuție
muzicuță
astronomie
robotică
religie
științe politice
drept
veterinară
desen
origami
gătit
scrabble
baschet
înot
judo
pilates
salsa
canotaj
Andrei
Anca
Camelia
Claudiu
Cosmin
Daniela
Diana
Eduard
Felicia
Florentina
Georgiana
Ilinca
Ionela
Laura
Lavinia
Luminița
Mariana
Mircea
Nicoleta
Ovidiu
Ramona
Roxana
Silviu
Teodora
Tudor
Vasilica
Virgil
Andronic
Avram
Blaga
Cazacu
Constantinescu
Croitoru
Dobre
Filip
Gheorghiu
Iordache
Manea
Mocanu
Nedelcu
Paraschiv
Popa
Roman
Simion
Szabó
Ungureanu
Zaharia
`;

/** Different searches without a mistake: of texts that exist for other reasons every seventh. */
export function listCorrectQueries(): string[] {
  const others = [
    ...Object.values(PHRASINGS).flatMap((rows) => rows.map(([typed]) => typed)),
    ...SUBJECT_TEXTS.flatMap(({ titles }) => titles.map(({ text }) => text)),
    ...FIRST_NAMES.f.map((name, n) => `${name} ${LAST_NAMES[n]}`),
  ];
  return [...SEARCHES.trim().split("\n"), ...others.filter((_, n) => n % 7 === 0)];
}
