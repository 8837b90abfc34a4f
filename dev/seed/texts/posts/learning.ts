import type { PostText } from "./post-text";

/** Posts about learning itself. */
export const LEARNING_POSTS: readonly PostText[] = [
  {
    key: "invatat-ro",
    pair: "invatat-en",
    locale: "ro",
    category: "learning",
    daysAgo: 26,
    cover: ["b", 1],
    title: "Cum se învață ca să rămână: patru obiceiuri care costă cinci minute",
    slug: "cum-se-invata-ca-sa-ramana",
    excerpt: "Recititul dă senzația că știm. Ce ne ține minte cu adevărat este efortul de a ne aminti.",
    body: `Mulți elevi învață așa: citesc lecția, o subliniază, o mai citesc o dată. La sfârșit totul pare cunoscut. A doua zi, la test, nu mai este. Nu e lene și nici lipsă de memorie: recunoașterea nu este același lucru cu amintirea.

## 1. Închide caietul

După fiecare pagină, închideți caietul și spuneți cu voce tare ce scria acolo. Abia apoi verificați. Cele două minute de chin fac mai mult decât a treia citire, fiindcă drumul spre informație se bătătorește mergând pe el, nu privindu-l.

## 2. Revino la timp

Ce ați învățat astăzi se repetă mâine, apoi peste trei zile, apoi peste o săptămână. De fiecare dată câteva minute ajung. Un calendar simplu pe ușa dulapului e de-ajuns:

- [x] luni: lecția nouă
- [x] marți: trei întrebări din ea
- [ ] vineri: din nou, fără caiet
- [ ] vinerea viitoare: ultima oară

## 3. Amestecă

Zece probleme de același fel se rezolvă din inerție. Amestecate cu altele, cer întâi întrebarea cea mai importantă: *ce fel de problemă este aceasta?* Exact asta se întâmplă la examen.

## 4. Explică-i cuiva

Un frate mai mic, un părinte, chiar și o plantă din cameră. Unde explicația se împiedică, acolo este golul. Însemnați-l și întrebați la ora următoare.

## Dar telefonul?

Nu trebuie aruncat. Trebuie să fie în altă cameră cât ține o repriză de douăzeci și cinci de minute. Apoi cinci minute de pauză adevărată: apă, fereastră, câțiva pași. Trei reprize așa bat o după-amiază întreagă cu ecranul aprins lângă carte.

## Ce pot face părinții

Nu întrebați „ai învățat?”, la care răspunsul e mereu *da*. Întrebați „ce mi-ai putea povesti din ce ai învățat?” și ascultați trei minute. E cel mai ieftin ajutor care există.`,
  },
  {
    key: "invatat-en",
    pair: "invatat-ro",
    locale: "en",
    category: "learning",
    daysAgo: 26,
    cover: ["b", 1],
    title: "How to remember what you learn: four five-minute habits",
    slug: "how-to-learn-so-that-it-lasts",
    excerpt: "Rereading feels like knowing. What makes you remember is the effort of recalling.",
    body: `Many students learn like this: they read the lesson, underline it and read it again. In the end, everything looks familiar. The next day, in the test, it is gone. This is neither laziness nor a bad memory: recognizing is not the same as remembering.

## 1. Close the book

After each page, close the book and say aloud what was on it. Only then look. Two minutes of recalling help more than reading a third time.

## 2. Come back in time

Review today’s lesson tomorrow, then in three days, then in a week. A few minutes each time are enough. A simple calendar on the wall will do:

- [x] Monday: the new lesson
- [x] Tuesday: three questions about it
- [ ] Friday: again, without the book
- [ ] next Friday: one last time

## 3. Mix

Ten problems of one kind quickly become automatic. Mixed with others, each begins with the question that matters most: *what kind of problem is this?* That is exactly what an exam asks.

## 4. Explain it to another person

Explain it to a younger brother, a parent, even the plant on the windowsill. Where you get stuck, there is a gap. Write it down and ask about it in the next lesson.

## And the phone?

Keep it in another room for 25 minutes at a time. Then take a real break of five minutes: water, fresh air, a few steps. Three such rounds are better than a whole afternoon with a bright screen next to the book.

## What parents can do

Do not ask “Have you studied?”: the answer is always *yes*. Ask “What can you tell me about what you learned?” and listen for three minutes.`,
  },
  {
    key: "romanian-abroad",
    locale: "en",
    category: "learning",
    daysAgo: 40,
    cover: ["ro", 2],
    title: "New to Romania: how to get your child through the first school year in Romanian",
    slug: "new-to-romania-first-school-year-in-romanian",
    excerpt:
      "Children pick up a language quickly, but school needs another kind of it. What helps in the first 12 months.",
    body: `A child who moves to Romania speaks Romanian on the playground after three months. In class it takes longer: *numitor*, *subliniați* and *enunț* are not playground words. These are two different skills, and school grades the second one.

## Before September

Visit the school and ask who will be the *diriginte* or, in the first four years, the *învățătoare*. Ask whether the school offers an introductory Romanian course; schools may organize one for students from abroad. Bring the last two report cards, even untranslated: they show what the child can already do.

## The first hundred words

Start with the words of the classroom, not of the supermarket:

| In the notebook | Meaning |
|---|---|
| *Citiți cu atenție* | read carefully |
| *Completați spațiile* | fill in the gaps |
| *Rezolvați* | solve |
| *Explicați de ce* | say why |
| *Temă pentru acasă* | homework |

A child who understands the question can show what they know, especially in mathematics.

## One subject at a time

Do not try to keep up everywhere. In the first semester, focus on mathematics and Romanian; in history and geography, pictures and maps are enough. Teachers usually appreciate it when a parent says so openly.

## Letters that matter

Ă, â, î, ș and ț are letters, not decorations: *fata* is “the girl”, *fața* is “the face”. Ten minutes of dictation a week, with words the child knows, are the quickest way to learn them.

## Keep the first language

At home, keep speaking the language you have always spoken. A child who can tell a long story in one language will learn to tell it in the other. A child who loses the first language may struggle in both for years.

## Help from a teacher

An hour a week with a teacher who explains school Romanian in English saves many evenings. Ask for lessons that begin with this week’s homework.

{{listings subject=ro limit=3}}`,
  },
];
