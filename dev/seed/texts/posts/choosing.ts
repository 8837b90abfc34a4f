import type { PostText } from "./post-text";

/** Posts about finding a teacher, and about being one. */
export const CHOOSING_POSTS: readonly PostText[] = [
  {
    key: "alegere-ro",
    pair: "alegere-en",
    locale: "ro",
    category: "choosing",
    daysAgo: 12,
    editedAfter: 4,
    cover: ["en", 2],
    title: "Cum alegeți un profesor pentru meditații: șapte întrebări înainte de prima oră",
    slug: "cum-alegeti-un-profesor-pentru-meditatii",
    excerpt:
      "Prețul se vede din anunț. Restul se află dintr-un mesaj bun și din prima lecție, dacă știți ce să întrebați.",
    body: `Doi profesori cu aceeași diplomă și același preț pot fi foarte diferiți pentru copilul dumneavoastră. Diferența nu se vede într-un anunț, dar se poate afla repede.

## În primul mesaj

Scrieți în câteva rânduri clasa, ce nu merge și ce doriți până când. „Clasa a VII-a, se încurcă la fracții, vrem să fie sigur până la teză” îl ajută pe profesor mai mult decât „meditații la matematică”. Apoi întrebați:

1. Cu ce vârste lucrați cel mai des?
2. Cum arată de obicei o oră?
3. Dați teme? Cine le corectează și când?
4. Ce se întâmplă dacă trebuie să anulăm?

Un răspuns scurt și limpede este semn bun. La fel și un „nu lucrez cu clasele primare, dar…”.

## La prima lecție

Nu vă așteptați la minuni, ci la întrebări. Un profesor bun petrece prima jumătate de oră aflând ce știe elevul, nu arătând ce știe el. După lecție, puneți-i copilului trei întrebări:

5. Ce ai făcut *tu* în ora asta? (Dacă răspunsul e „am ascultat”, mai discutați.)
6. Ai putut să spui „nu înțeleg”?
7. Ce ai de făcut până data viitoare?

## După o lună

Faceți o scurtă evaluare împreună. Notele se schimbă încet; altceva se vede mai devreme: copilul începe temele singur, greșelile se repetă mai rar, ora nu mai este o corvoadă. Dacă după șase ore nu s-a mișcat nimic, vorbiți deschis. Uneori se schimbă metoda, alteori profesorul, și nu e vina nimănui.

## Online sau acasă?

Pentru elevii mici și pentru cei care se pierd ușor, masa din bucătărie rămâne mai bună. De pe la paisprezece ani, online merge la fel de bine dacă există o tablă comună și camera este pornită. Drumul economisit e adesea diferența dintre o oră pe săptămână și niciuna.

> Alegeți omul cu care copilul dumneavoastră are curaj să greșească.`,
  },
  {
    key: "alegere-en",
    pair: "alegere-ro",
    locale: "en",
    category: "choosing",
    daysAgo: 12,
    cover: ["en", 2],
    title: "How to choose a tutor: seven questions before the first lesson",
    slug: "how-to-choose-a-tutor-seven-questions",
    excerpt:
      "The price is in the listing. The rest you learn from one good message and the first lesson, if you know what to ask.",
    body: `Two teachers with the same degree and the same price can be very different for your child. A listing does not show the difference, but you can find out quickly.

## In the first message

In a few lines, say which grade, what is difficult, and what you would like to achieve by when. “Grade 7, struggles with fractions, wants to feel confident by the test in May” helps a teacher more than “math lessons”. Then ask:

1. Which ages do you teach most?
2. What does a lesson usually look like?
3. Do you give homework? Who corrects it, and when?
4. What happens if we have to cancel?

A short, clear answer is a good sign. So is “I do not teach young children, but…”.

## In the first lesson

Do not expect miracles; expect questions. A good teacher spends the first half hour finding out what the student knows, not showing off. Afterward, ask your child three questions:

5. What did *you* do in the lesson? (If the answer is “I listened”, talk about it.)
6. Were you able to say “I do not understand”?
7. What do you have to do before next time?

## After a month

Take stock together. Grades change slowly, but other signs come sooner: your child starts homework without a reminder, makes the same mistake less often, and no longer dreads the lesson. If nothing has changed after six lessons, say so. Sometimes the method has to change, sometimes the teacher, and no one is to blame.

## Online or at home?

For young children, and for those who are easily distracted, the kitchen table is still better. From about age 14, online lessons work just as well, as long as there is a shared whiteboard and the camera is on. Saving the trip often makes the difference between one lesson a week and none.

> Choose a teacher with whom your child is not afraid to make mistakes.`,
  },
  {
    key: "anunt",
    locale: "ro",
    category: "choosing",
    daysAgo: 33,
    cover: ["l", 1],
    title: "Un anunț la care vin mesaje: sfaturi pentru profesorii aflați la început",
    slug: "un-anunt-la-care-vin-mesaje",
    excerpt: "Titlul spune pentru cine, descrierea spune cum, iar răspunsul venit repede face restul.",
    body: `Ați decis să dați meditații și aveți în față un formular gol. Părinții citesc un anunț în douăzeci de secunde. Iată ce caută în ele.

## Titlul: pentru cine, nu cât de bun

„Profesor cu experiență, rezultate garantate” nu spune nimic. „Fizică pentru liceu, de la mecanică la Bacalaureat” spune cui i se potrivește. Puneți în titlu materia, vârsta și scopul; laudele lăsați-le altora.

## Descrierea: cum arată o oră

Trei paragrafe scurte ajung:

- **Cu cine lucrați.** „De cinci ani, mai ales cu clasele IX–XII, profil real.”
- **Cum lucrați.** „Începem cu tema, apoi o noțiune nouă cu două exemple, la urmă trei probleme pe care le rezolvă elevul.”
- **Ce primește elevul între ore.** Fișe, corecturi, un răspuns scurt la întrebări.

Nu promiteți note. Promiteți ce depinde de dumneavoastră.

## Prețul

Uitați-vă la anunțurile de aceeași materie din județ și alegeți un preț pe care îl puteți ține un an. Un preț foarte mic atrage mesaje multe și elevi care renunță repede. Dacă faceți reducere pentru două ore pe săptămână, spuneți-o în discuție, nu în titlu.

## Fotografiile

O masă ordonată, o tablă scrisă, caietul unei lecții. Nu folosiți poze cu elevi. Lumina de la fereastră face mai mult decât orice aplicație.

![O tablă verde cu schițe făcute cu creta](PICTURE "O tablă scrisă spune mai mult decât o poză de buletin.")

## Răspunsul

Cei mai mulți părinți scriu la doi-trei profesori și rămân cu primul care răspunde la obiect. Câteva rânduri în aceeași zi sunt destule:

1. mulțumiți și repetați ce ați înțeles;
2. puneți o singură întrebare;
3. propuneți două ore posibile.

## După primele lecții

Întrebați după o lună ce merge și ce nu. Un elev mulțumit aduce altul, iar un anunț actualizat de câteva ori pe an – cu ore libere reale – scutește pe toată lumea de mesaje degeaba.`,
  },
];
