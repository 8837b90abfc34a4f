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
    title: "How to learn so that it lasts: four habits of five minutes each",
    slug: "how-to-learn-so-that-it-lasts",
    excerpt: "Reading again feels like knowing. What makes things stay is the effort of remembering them.",
    body: `Many pupils learn like this: they read the lesson, underline it and read it once more. In the end everything looks familiar. The next day, in the test, it is gone. That is neither laziness nor a bad memory: to recognize is not the same as to remember.

## 1. Close the book

After each page, close the book and say aloud what was in it. Only then look. Two minutes of effort do more than a third reading, because a path is made by walking on it, not by looking at it.

## 2. Come back in time

What was learned today is repeated tomorrow, then in three days, then in a week. A few minutes each time are enough. A simple calendar on the wardrobe door will do:

- [x] Monday: the new lesson
- [x] Tuesday: three questions about it
- [ ] Friday: again, without the book
- [ ] next Friday: the last time

## 3. Mix

Ten problems of one kind are solved by momentum. Mixed with others, they begin with the question that matters most: *what kind of problem is this?* It is just what an examination asks.

## 4. Explain it to somebody

A younger brother, a parent, even the plant on the window sill. Where the explanation stumbles, there is the gap. Write it down and ask about it in the next lesson.

## And the telephone?

It need not be thrown away. It has to be in another room for as long as a round of twenty-five minutes lasts. Then five minutes of a real break: water, a window, a few steps. Three such rounds beat a whole afternoon with a bright screen beside the book.

## What parents can do

Do not ask “have you learned?”, to which the answer is always *yes*. Ask “what could you tell me of what you learned?” and listen for three minutes. There is no cheaper help.`,
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
      "Children pick up a language quickly, but school asks for another kind of it. What helps in the first twelve months.",
    body: `A child who moves to Romania speaks in the playground after three months. In class it takes longer: *numitor*, *subliniați*, *enunț* are not playground words. The two are different skills, and school marks the second one.

## Before September

Visit the school and ask who will be the *diriginte* or, in the first four years, the *învățătoare*. Ask whether an introductory course of Romanian is offered; schools may organize one for pupils who come from abroad. Bring the last two report cards, even untranslated: they show what the child can already do.

## The first hundred words

Begin with the words of the classroom, not with those of the supermarket:

| In the exercise book | It means |
|---|---|
| *Citiți cu atenție* | read carefully |
| *Completați spațiile* | fill in the gaps |
| *Rezolvați* | solve |
| *Explicați de ce* | say why |
| *Temă pentru acasă* | homework |

A child who understands what is asked can show what is known, above all in mathematics.

## One subject at a time

Do not try to keep up everywhere. In the first half year, choose mathematics and Romanian, and let history and geography be pictures and maps. Teachers are usually glad when a parent says so openly.

## Letters that matter

Ă, â, î, ș and ț are letters, not decorations: *fata* is “the girl”, *fața* is “the face”. Ten minutes of dictation a week, with words the child knows, are the quickest way to them.

## Keep the first language

Speak at home what you always spoke. A child who can tell a long story in one language will tell it in the other; a child who loses the first has two half languages for years.

## A teacher beside you

An hour a week with somebody who explains school Romanian through English saves many evenings. Ask for lessons that begin with this week’s real homework.

{{listings subject=ro limit=3}}`,
  },
];
