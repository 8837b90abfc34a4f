import { describe, expect, it } from "vitest";
import { asksWhoChildIs } from "@/features/enquiries/asks-who-child-is";
import { findMessageWarning } from "@/features/enquiries/message-warning";
import { findUnsafeReason } from "@/features/enquiries/unsafe-for-minor";

it.each([
  ["Trimite-mi o poză cu tine", "solicitation"],
  ["Nu le spune părinților", "solicitation"],
  ["Sunați-mă la 0745 123 456", null],
])("warns a reader who states to be an adult too: %s", (text, warning) =>
  expect(findMessageWarning(text, { isLearnerMinor: false })).toBe(warning),
);

describe("what a teacher writes to a learner under 18", () => {
  it.each([
    "Trimite-mi o poză cu tine",
    "Fă-ți un selfie",
    "Să nu-i spui mamei, rămâne secret",
    "Nu le spune părinților",
    "Ai tăi nu trebuie să știe",
    "Vino fără să știe mama",
    "Rămâne secretul nostru",
    "Cum ești îmbrăcată acum?",
    "Don't tell your parents",
    "Your parents do not need to know",
    "Nu trebuie să știe părinții tăi, bine?",
    "Nu trebuie să știe încă părinții",
    "A photo of you, please",
    "Nu le zice alor tăi, că e mai ieftin așa",
    "nu spune la ai tai",
    "Vino la mine fără să le spui părinților",
    "vino fara sa-i spui mamei",
    "Ne vedem să nu știe mama",
    "Poți ieși fără ca mama să știe?",
    "Come without telling your parents",
    "We can meet without your mum knowing",
  ])("cannot be sent: %s", (text) =>
    expect([findUnsafeReason(text), findUnsafeReason(text, { isConfirmed: true })]).toEqual([
      "unsafe_to_under_18",
      "unsafe_to_under_18",
    ]),
  );

  it.each([
    "Scrie-mi pe Instagram",
    "Adaugă-mă pe snap, mihai.r.08",
    "Trimite-mi o poză",
    "Rămâne între noi",
    "Vino singură miercuri",
    "Ai iubit?",
    "Te rog un avans de 200 de lei",
    "Poți trimite banii pe Revolut",
    "Care e Instagramul tău?",
    "hai pe tg sa vorbim",
    "Pune și tu o poză la profil",
    "Cum arăți? Ai prietenă?",
    "Păstrăm asta doar noi doi, da?",
    "Nu e nevoie să le spui alor tăi despre asta.",
    "Dă-mi o poză cu buletinul.",
    "Vreau să te văd, pornește camera doar pentru mine",
    "Ești drăguță în poza de profil",
    "Aștept banii până diseară, altfel dau locul altcuiva",
    "Ne vedem la mine, fără părinți",
    "ne vedem la mine, fara parintii tai",
    "Nu-ți face griji, poți veni fără mama ta",
    "Lecțiile au loc fără părinți în cameră",
    "Let's meet without your parents",
    "Come without your mum",
  ])("is held until it is confirmed: %s", (text) =>
    expect([findUnsafeReason(text), findUnsafeReason(text, { isConfirmed: true })]).toEqual([
      "contact_data_to_under_18",
      null,
    ]),
  );

  it.each([
    "Trimite-mi o poză cu tema.",
    "Trimite-mi o poză la exercițiul 3",
    "Trimite o poză a temei",
    "Îți trimit fotografii cu rezolvările",
    "Trimite-mi o poză cu ecuația",
    "Nu zice nimeni că e greu",
    "Cum arată graficul? Unde stai mai prost?",
    "Send me a picture of your homework",
    "Nimeni nu trebuie să știe formula pe de rost",
    "Dacă ai iubit cartea, îți va plăcea și filmul",
    "Să vii singur sau cu mama, cum preferi",
    "Spune-le părinților că ne vedem marți",
    "If your parents do not know the exact date, ask the school",
    "Nu spune doar rezultatul",
    "Pornește camera, ca să văd caietul. Vreau să văd cum rezolvi.",
    "Nu trebuie să știe părinții matematică ca să ajute.",
    "Nu trebuie să știe părinții tăi engleză",
    "Your parents do not need to know maths",
    "Good communication between us matters.",
    "Lecția costă 80 de lei, plata se face la sfârșit. Nu cer avans.",
    "Lecțiile au loc fără părinți în cameră, dar ușa rămâne deschisă.",
    "Nu stabilesc lecții fără părinți.",
    "Nu vin la elev fără acordul părinților",
    "Citim o povestire despre un copil fără părinți",
    "Fără un test inițial nu știu de unde începem. Întreabă-i pe părinți.",
    "I never meet pupils without a parent",
  ])("is sent: %s", (text) => expect(findUnsafeReason(text)).toBeNull());
});

describe("what a teacher writes to the parent of a child", () => {
  const findWarning = (text: string) =>
    findMessageWarning(text, { isLearnerMinor: false, learnerWho: "child" });

  it.each([
    "Îmi dați numărul fetei, ca să vorbesc cu ea?",
    "Care este WhatsApp-ul copilului?",
    "Bună ziua, aș vrea numărul de telefon al copilului",
    "Dați-mi numărul ei",
    "Are Instagram? Îi scriu pe WhatsApp",
    "Ca să fie mai simplu, îi scriu direct fetei",
    "Să îmi scrie direct pe telefon când are întrebări",
    "Vorbesc cu ea pe WhatsApp",
    "Prefer să scriu direct copilului",
    "Trimiteți-mi o poză cu fetița",
    "Aș vrea să văd o poză cu ea.",
    "Îmi trimiteți o fotografie recentă a copilului?",
    "Să nu îi spună tatălui",
    "Nu-i spuneți soțului, rămâne mai ieftin",
    "Nu trebuie să știe tatăl ei",
    "Să rămână între noi",
    "Let's keep this between us",
    "Îi scriu fără să vă deranjez",
    "May I have his number, please?",
    "Could you give me your daughter's number?",
    "What's her WhatsApp?",
    "I would rather text her directly",
    "Send me a picture of your son",
    "She should not tell her father",
    "Prefer ca părintele să nu fie în cameră și să vorbesc numai cu ea",
    "Pot vorbi direct cu fata pe WhatsApp, fără dumneavoastră?",
    "Să îmi trimită fata o poză pe WhatsApp.",
    "Lecția o facem doar noi doi",
    "Vă rog să nu stați în cameră",
    "Nu este nevoie ca mama să fie de față.",
    "Nu e nevoie să fiți prezent",
    "Puteți lăsa copilul singur la mine, fără părinți?",
    "Să vină singură, fără dumneavoastră",
    "Could you leave your son alone with me?",
    "Pot să o iau eu cu mașina de la școală.",
    "Puteți să mă adăugați pe Instagramul fetei?",
    "Dați-i fetei numărul meu de WhatsApp",
    "I can pick her up from school",
    "You don't need to be in the room",
    "It is better if it is just the two of us",
    "Dați-i fetei numărul meu de WhatsApp, plata se face în avans",
  ])("is warned of: %s", (text) => expect(findWarning(text)).toBe("child"));

  it.each([
    "Copilul să trimită o poză cu tema",
    "Să îmi trimită o poză a caietului, vă rog",
    "După ce rezolvă tema, trimiteți o poză cu ea",
    "Vă las numărul meu de WhatsApp: scrieți-mi când doriți",
    "Îmi dați numărul dumneavoastră de telefon?",
    "Îi trimit temele pe WhatsApp-ul dumneavoastră",
    "Temele le primește direct pe platformă",
    "Îi trimit fișele direct pe platformă",
    "Care este numărul de elevi din clasă?",
    "Să vă spună copilul ce note are",
    "Spuneți-i copilului să vină cu manualul",
    "Nu îi spuneți copilului rezolvarea",
    "Am o poză cu elevii mei la olimpiadă",
    "Părinții pot sta de față la orice lecție",
    "Comunicarea între noi este foarte importantă pentru progresul copilului.",
    "Stabilim între noi orarul.",
    "Pot să vorbesc cu copilul direct la lecția de probă?",
    "Pot vorbi cu ea direct după lecție despre teme.",
    "O ajut, îi scriu rezolvarea direct în caiet.",
    "Îl învăț să scrie direct pe tabletă",
    "Rog un părinte să mă contacteze direct prin site.",
    "Rog un părinte să mă contacteze pe WhatsApp",
    "Good communication between us matters.",
    "What's her number one difficulty?",
    "I can talk to her directly after the lesson",
    "Nu trebuie să știe părinții matematică ca să ajute.",
    "Send me a picture of her homework",
    "You can write to me directly",
    "Your son can send a photo of the page",
    "Nu este nevoie să fiți de față, dar puteți oricând",
    "Puteți fi de față la lecție",
    "Copilul poate lucra singur",
    "Lăsați copilul să rezolve singur, fără părinți",
    "Copilul poate veni singur la mine, dacă locuiți aproape",
    "Stă singur la birou, fără telefon",
    "Let your child be the one to work alone without you",
    "Să îmi trimită o poză cu fișa de lucru",
    "Nu este nevoie să cumpărați manualul",
    "Să nu stea prea mult la lecții",
    "Vă rog să nu întârziați la lecție",
    "Pot vorbi doar cu el la început, ca să văd ce știe",
    "O iau de la capăt cu recapitularea",
    "You can drop her off at 5 and pick her up at 6",
    "Dați-i copilului manualul",
  ])("is not seen in: %s", (text) => expect(findWarning(text)).toBeNull());

  it("is not seen in messages to adults about their own lessons", () =>
    expect(
      findMessageWarning("Îi scriu direct fetei", { isLearnerMinor: false, learnerWho: "me" }),
    ).toBeNull());
});

describe("a request for money in advance", () => {
  it("is as unsafe for a learner under 18 as contact data", () =>
    expect(findMessageWarning("Te rog un avans de 200 de lei", { isLearnerMinor: true })).toBe("unsafe"));

  it.each([
    "Rezervarea se face cu 200 lei avans pe Revolut",
    "Plătiți vă rog înainte de lecție",
    "Please pay the first lesson in advance",
    "A deposit of 100 lei before the lesson",
    "Plătiți, vă rog, înainte de lecție",
    "Nu lucrez fără avans",
    "Costă 100 lei, îi trimiți înainte de oră în contul meu",
    "Achiți jumătate acum și jumătate după",
  ])("is warned of: %s", (text) =>
    expect(findMessageWarning(text, { isLearnerMinor: false })).toBe("advance_payment"),
  );

  it.each([
    "Lucrăm la nivel avansat.",
    "Nu cer niciun avans.",
    "Nu se plătește avans",
    "Fără avans",
    "Anunțați-mă dacă nu puteți veni, cu o zi înainte",
    "Please let me know in advance if you cannot come",
    "You pay after the lesson, never before",
    "Thanks in advance!",
    "Îți mulțumesc în avans",
    "Te rog să-mi trimiți tema în avans, înainte de oră",
    "Intră pe platformă cu 5 minute înainte",
    "Plata la final. Vă anunț înainte.",
    "În problema 3, un elev plătește 20 de lei înainte de reducere",
    "Please pay attention before the test",
    "Părinții tăi pot plăti după lecție, nu înainte",
    "Nu e nevoie să plătiți nimic în avans",
    "You don't need to pay anything in advance",
  ])("is not seen in: %s", (text) => expect(findMessageWarning(text, { isLearnerMinor: false })).toBeNull());
});

it("tells a teacher's question for a child's name or school", () => {
  for (const text of [
    "Bună ziua! La ce școală învață?",
    "Cum o cheamă pe fetiță?",
    "Îmi spuneți numele complet al copilului?",
    "Ce școală urmează?",
    "What school does she go to?",
    "And what is your son's name?",
  ])
    expect(asksWhoChildIs(text), text).toBe(true);
  for (const text of [
    "La ce liceu vrea să dea admiterea?",
    "Cum se numește manualul?",
    "Ce clasă urmează în toamnă?",
    "Ce note are la școală?",
    "What grade is she in at school?",
  ])
    expect(asksWhoChildIs(text), text).toBe(false);
});
