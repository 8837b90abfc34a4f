import type { Location, Sort } from "@/shared/codes";
import type { CodeFilter, CodeOf, FlagFilter } from "@/shared/search-filters";

// Phrases are normalized: lower case, without diacritics and punctuation. A comma separates them.

/** Where lessons take place. Words such as "acasa" name the learner's home. */
export const LOCATION_PHRASES: readonly (readonly [locations: readonly Location[], phrases: string])[] = [
  [
    ["lh"],
    `la domiciliu, domiciliu, la domiciliul elevului, acasa la elev, la elev, la elev acasa, la mine acasa,
    la mine, la mine in casa, in casa mea, in casa noastra, la noi in casa, acasa la mine, acasa,
    la noi acasa, acasa la noi, la noi, vine la noi, vine acasa la noi, vine acasa, vine la domiciliu,
    deplasare la domiciliu, at home,
    at my home, at our home, at my house, at our house, in my home, in our home, to my home, to our home, to my house,
    to our house, come home, comes home, coming home, home visit, home visits, in home, home tutoring, home tuition,
    home lessons`,
  ],
  [
    ["th"],
    `acasa la profesor, la profesor acasa, la domiciliul profesorului, la profesor, acasa la meditator,
    at the teachers home, at teachers home, at tutors home`,
  ],
  [["sc"], "la scoala, in scoala, at school"],
  [
    ["tc"],
    "centru de meditatii, la centru, la sediu, centru educational, after school centre, tutoring center",
  ],
  [["th", "lh", "sc", "tc", "o"], "fata in fata, in persoana, face to face, in person, offline"],
];

/** Phrases of filters that are on or off. */
export const FLAG_PHRASES: Record<FlagFilter, string> = {
  online: `on line, la distanta, de la distanta, remote, prin internet, pe internet, zoom, pe zoom, skype, pe skype,
    google meet, pe google meet, microsoft teams, videoconferinta, lectii online, online lessons, online tutoring`,
  verified: `verificat, verificata, verificati, profesor verificat, profesori verificati, diploma verificata,
    cu diploma verificata, diplome verificate, documente verificate, cu documente verificate, acte verificate,
    verified, verified teacher, verified teachers, checked documents`,
  trial: `proba gratuita, lectie de proba, ora de proba, prima gratuita, prima gratis, ora gratuita, sedinta gratuita,
    lectie demo, trial lessons, first lesson is free, lectie gratuita, prima lectie gratuita, prima lectie gratis, prima sedinta
    gratuita, prima sedinta gratis, prima ora gratis, lectie gratis, sedinta gratis, ora gratis, lectii gratis,
    lectii gratuite, prima ora gratuita, sedinta de proba, free trial, trial lesson, free lesson, first lesson free,
    free first lesson`,
  receipt: `bon, cu bon, factura fiscala, cu factura fiscala, facturi, chitante, invoices, receipts, factura, cu factura, bon fiscal, cu bon fiscal, chitanta, cu chitanta, emite factura, invoice, with invoice,
    receipt, with receipt`,
  integrity: `certificat, cu certificat, certificat integritate, cu certificat integritate, certificat de integritate,
    cu certificat de integritate, certificat de integritate comportamentala, cazier, cu cazier, integritate, certificate of integrity, integrity certificate, background check, criminal record check`,
};

/** Phrases of codes. Those of subjects, levels, times and languages have files of their own. */
export const CODE_PHRASES: { [filter in CodeFilter]?: Record<CodeOf<filter>, string> } = {
  format: {
    individual: `individuale, unu la unu, 1 la 1, 1 1, one to one, one on one, 1 to 1, 1 on 1,
    sedinte individuale, lectii individuale, meditatii individuale, individual lessons, private lessons`,
    group: `grup, in grup, grupuri, in grupuri, grupa, grupe, in grupe, la grupa, pe grupe, grup mic, in grup mic, grupe mici,
    lectii in grup, meditatii in grup, groups, in a group, small group, small groups, group lessons,
    group classes`,
  },
};

export const SORT_PHRASES: Partial<Record<Sort, string>> = {
  price: `ieftin, ieftina, ieftini, ieftine, mai ieftin, cel mai ieftin, cea mai ieftina, cei mai ieftini,
    cele mai ieftine, pret mic, preturi mici, cel mai mic pret, cheap, cheapest, lowest price, low price`,
  "-price": "cel mai scump, cei mai scumpi, most expensive",
  rating: `cel mai bun, cea mai buna, cei mai buni, cele mai bune, cele mai bune recenzii, cel mai bine cotat,
    recenzii bune, best, top rated, best rated, best reviews`,
  newest: "cele mai noi, newest, latest",
};

/**
 * Words that narrow nothing on a site of lessons: "Lecții de pian" means "pian", "I'm looking for my
 * daughter's teacher" nothing. A query of such words only keeps them.
 */
export const STOP_WORDS = `a al ale cu de din in la o pe pentru si sau un unui unei ca cat fi imi ma
  as vrea va rog vreau doresc caut cautam cautati am nevoie gasesc gasiti ofer unde cine care sa cauta urgent
  bun buna buni bune foarte fiul fiu baiatul baiat fata fiica fiicei fiului copilul copilului meu mea mei mele
  nostru noastra nepot nepotul nepotului nepoata nepoatei nepotel nepoti nepotii dar insa noi vine vina vin
  limba lb lectie lectii lectia meditatie meditatii meditatia meditator meditatoare meditatori meditez
  prof profesor profesoara profesori profesoare profesorul preparator pregatire pregatiri ora ore curs cursuri
  sedinta sedinte elev eleva elevi clasa materie materia nivel nivelul judet judetul jud oras orasul
  localitatea zona cartier cartierul sector sectorul aproape langa imprejurimi pret pretul preturi lei ron
  pt particular particulara particulare particulari privat costa recomandari recomandare recomandati
  intereseaza invat invete ajutor sunt suntem este e eu ne l se da are avem avea pot poti poate putem liber libera liberi
  libere disponibil disponibila cineva careva ajute ajuta ajutati stau stam locuiesc locuim trebuie dori dorim vrem fac
  faca facem dau preda predea incep inceapa cere ce daca doar timp salut ziua multumesc multumim frumos baietel baietelul
  baietelului fetita fetitei
  yes an and or but for of the to with by at on near my our son daughter grandson granddaughter nephew niece good great
  please help private some who i m s d t ll re ve me is he she we there live can could would like do come comes hi hello
  anyone anybody someone somebody need want looking find learn teach language preparation lesson lessons teacher teachers tuition tutor tutors
  tutoring classes course courses county city district area neighborhood price prices`;
