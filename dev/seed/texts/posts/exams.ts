import type { PostText } from "./post-text";

/** Posts about examinations. */
export const EXAM_POSTS: readonly PostText[] = [
  {
    key: "evaluarea-ro",
    pair: "evaluarea-en",
    locale: "ro",
    category: "exams",
    daysAgo: 6,
    cover: ["m", 0],
    title: "Evaluarea Națională la matematică: un plan pentru ultimele douăsprezece săptămâni",
    slug: "evaluarea-nationala-la-matematica-un-plan",
    excerpt:
      "Trei luni ajung dacă sunt împărțite bine: întâi golurile, apoi subiectele întregi, la urmă ritmul. Iată cum.",
    body: `Cu trei luni înainte de Evaluarea Națională, cei mai mulți elevi de clasa a VIII-a știu deja destulă matematică pentru o notă bună. Ce le lipsește este ordinea: sar de la o culegere la alta, rezolvă ce le place și ocolesc ce îi încurcă. Un plan pe douăsprezece săptămâni schimbă mai mult decât încă o sută de exerciții.

## Săptămânile 1–4: golurile

Începeți cu un subiect din anii trecuți, dat acasă, pe ceas, fără ajutor. Nu nota contează, ci lista cu greșeli. Împărțiți-le în trei:

- **nu știam** – regula sau formula lipsește;
- **știam, dar am greșit** – calcul, semn, neatenție;
- **nu am avut timp**.

Primele patru săptămâni sunt pentru prima grămadă. Luați câte o temă pe săptămână, de la cele mai vechi: fracții și proporții, apoi calcul algebric, ecuații, geometrie plană. O temă e gata când elevul o poate explica cu voce tare, nu când a terminat pagina.

## Săptămânile 5–8: subiecte întregi

Din a cincea săptămână, un subiect complet pe săptămână, mereu la aceeași oră. A doua zi, corectați împreună după barem. Baremul arată ceva ce elevii nu cred până nu văd: se dau puncte pe pași. O problemă neterminată, dar scrisă curat, aduce adesea jumătate din punctaj.

| Ziua | Ce se face | Cât |
|---|---|---:|
| sâmbătă | subiect întreg, pe ceas | 2 ore |
| duminică | corectare după barem | 45 min |
| marți, joi | doar temele greșite | 40 min |

## Săptămânile 9–12: ritmul

Acum se lucrează la viteză și la siguranță. Prima parte trebuie rezolvată fără grabă, dar fără opriri; cine rămâne blocat trei minute trece mai departe și se întoarce la sfârșit. În ultima săptămână nu se mai învață nimic nou.

> Un copil odihnit, care a rezolvat opt subiecte și știe unde greșește, stă mai bine decât unul obosit, care a rezolvat patruzeci.

## Când ajută un profesor

Dacă după prima lună lista „nu știam” nu s-a scurtat, merită o oră pe săptămână cu cineva care explică altfel. Arătați-i lista de greșeli de la început: îi spune mai mult decât mediile.

{{listings subject=m limit=3}}`,
  },
  {
    key: "evaluarea-en",
    pair: "evaluarea-ro",
    locale: "en",
    category: "exams",
    daysAgo: 6,
    cover: ["m", 0],
    title: "The National Evaluation in mathematics: a plan for the last 12 weeks",
    slug: "evaluarea-nationala-mathematics-twelve-week-plan",
    excerpt:
      "Three months are enough if you divide them well: first the gaps, then full practice tests, and finally speed.",
    body: `Three months before the national exam at the end of grade 8, most students already know enough mathematics for a good grade. What they lack is order: they jump from one workbook to another, solve what they like and avoid what confuses them. A 12-week plan helps more than another hundred exercises.

## Weeks 1–4: the gaps

Start with a past paper, at home, timed and without help. The list of mistakes matters more than the grade. Sort them into three groups:

- **I did not know**: the rule or the formula is missing;
- **I knew it, but made a mistake**: a calculation, a sign, a moment of haste;
- **I ran out of time**.

The first four weeks are for the first group. Take one topic a week, starting with the oldest: fractions and proportions, then algebra, equations and plane geometry. A topic is done when the student can explain it aloud, not when the page is full.

## Weeks 5–8: full practice tests

From week 5, solve one full past paper a week, always at the same time of day. Correct it together the next day, using the official grading scheme. It shows something that students do not believe until they see it: each step earns points. An unfinished problem that is written down clearly often earns half of its points.

| Day | What | How long |
|---|---|---:|
| Saturday | full past paper, timed | 2 hours |
| Sunday | correcting with the grading scheme | 45 min |
| Tuesday, Thursday | only the topics with mistakes | 40 min |

## Weeks 9–12: speed

Now practice speed and confidence. Solve the first part without rushing and without stopping. If you are stuck for three minutes, move on and come back at the end. Do not learn anything new in the last week.

> A rested child who has solved eight past papers and knows their own mistakes is better off than a tired one who has solved 40.

## When a teacher helps

If the group “I did not know” is no smaller after the first month, an hour a week with a teacher who explains it differently is worth it. Show the teacher the first list of mistakes: it says more than any average.

{{listings subject=m limit=3}}`,
  },
  {
    key: "bac-romana",
    locale: "ro",
    category: "exams",
    daysAgo: 19,
    cover: ["ro", 1],
    title: "Bacalaureatul la română fără eseuri învățate pe de rost",
    slug: "bacalaureatul-la-romana-fara-eseuri-pe-de-rost",
    excerpt:
      "Un eseu memorat se recunoaște de la al doilea rând. Cum se construiește unul propriu, din patru piese.",
    body: `În fiecare an, corectorii citesc de zeci de ori aceeași introducere despre „opera de căpătâi a literaturii române”. Un eseu învățat pe de rost nu este pedepsit pentru că e învățat, ci pentru că nu răspunde cerinței. Iar cerința se schimbă: aceeași operă, alt unghi.

## Patru piese în loc de treizeci de eseuri

Pentru fiecare operă din programă pregătiți, pe o singură foaie:

1. **trei scene** pe care le puteți povesti în două fraze fiecare;
2. **două personaje**, cu câte o trăsătură și locul din text care o dovedește;
3. **patru citate scurte**, de cel mult zece cuvinte;
4. **contextul**: curentul, anul, ce era nou atunci.

Din aceste piese se clădește orice eseu. Dacă cerința este tema, porniți de la scene; dacă este relația dintre personaje, de la trăsături; dacă este viziunea, de la context.

## Fraza care ține eseul

Înainte de a scrie, formulați răspunsul într-o singură frază: *În „Moara cu noroc”, lăcomia nu îl schimbă pe Ghiță dintr-odată, ci îi ia pe rând libertatea, încrederea soției și, la urmă, numele bun.* Fiecare paragraf dovedește apoi câte o bucată din ea. Cine nu poate scrie fraza nu este încă gata să scrie eseul, dar află asta la timp.

## Cum se exersează

- De două ori pe săptămână, doar fraza și planul, zece minute, pentru o cerință trasă la sorți.
- O dată pe săptămână, un eseu întreg, scris de mână, pe ceas.
- Citiți-l cu voce tare: unde vă împiedicați, fraza e prea lungă.

## Subiectul I se câștigă cu creionul în mână

La textul la prima vedere se pierd cele mai ieftine puncte. Subliniați în cerință verbul – *precizați, explicați, argumentați* – și răspundeți exact cu atât. „Precizați” cere un enunț, „explicați” cere și un *pentru că*.

Două luni de lucru așa fac mai mult decât un dosar de comentarii. Și au un folos care rămâne: elevul chiar a citit cărțile.

{{listings subject=ro limit=3}}`,
  },
];
