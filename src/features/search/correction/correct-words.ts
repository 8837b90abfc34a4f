// Words are lower case without diacritics, as in the vocabulary. A space separates them.

/** Words about times and prices, which the grammar of searches knows. */
export const TIME_AND_PRICE_WORDS = `luni marti miercuri joi vineri sambata duminica weekend weekendul saptamana
  dimineata dimineti dupa amiaza pranz seara serile zilnic maine astazi dupamasa
  maxim maximum minim minimum peste intre ieftin gratuit gratuita buget
  monday tuesday wednesday thursday friday saturday sunday morning afternoon evening tomorrow today between under
  grup grupa grupe individual individuala individuale`;

/**
 * What people look for lessons in, besides subjects and `SUBJECT_TOPICS`. They are corrections and spelled correctly,
 * even if no listing has them: "turca" is a language and Turda a town.
 */
export const TOPIC_WORDS = `italiana italian rusa rusian russian portugheza olandeza daneza suedeza norvegiana
  finlandeza poloneza ceha slovaca maghiara sarba bulgara greaca turca araba ebraica chineza japoneza coreeana
  ucraineana croata albaneza persana hindi mandarina catalana esperanto elina irlandeza slovena letona lituaniana
  estoniana italienii chinese japanese korean arabic turkish dutch greek portuguese hungarian polish
  baterie bas fluier corn tuba cimpoi vocal cor armonie viola
  astronomie geologie statistica robotica electronica contabilitate religie pedagogie stiinte jurnalism management drept
  farmacie stomatologie veterinara arhitectura design desen pictura sculptura origami olarit croitorie gatit marketing
  finante etica estetica retorica oratorie lingvistica literatura arte grafica caligrafie fotografie film teatru actorie
  dans balet salsa tango sah bridge scrabble tenis fotbal baschet handbal volei inot patinaj schi judo karate gimnastica
  pilates yoga canotaj ciclism echitatie atletism lupte scrima box rugby golf
  excel word powerpoint access java javascript typescript python php mysql sql html css react angular kotlin swift scratch
  arduino matlab latex spss linux android unity blender autocad photoshop illustrator
  pet telc hsk jlpt sat gmat gre celi
  logoped logopedie psihopedagog autism dislexie discalculie adhd corigent corigenta rezidentiat titularizare definitivat
  analiza aritmetica probabilitati matrice integrale derivate ecuatii functii
  gramatica ortografie conversatie compunere compuneri lectura citire scriere poezie proza nuvela
  algoritmi baze mecanica optica electricitate termodinamica organica anorganica biochimie genetica botanica
  zoologie ecologie fiziologie microeconomie macroeconomie
  calculus statistics grammar conversation speaking writing reading handwriting spelling drawing
  painting dancing swimming chess homework beginner beginners
  simulare simulari olimpiada olimpiade concurs concursuri recapitulare recuperare exercitii probleme
  temele teme caiet manual culegere culegeri referat eseu eseuri sinteza grile test teste teza`;

/** Common words of sentences. */
export const COMMON_WORDS = `esti aveti ai eram face
  invata invatam stie stiu merge iau ia da nu vor voi tu el ea ei ele lui lor mei
  tau ceva nimic orice oricine toate toti tot toata fara mult multi multa multe mai putin
  bine rau mare mari mic mica mici nou noua vechi usor greu simplu simpla rapid repede recent acum apoi
  azi ieri mereu niciodata inainte despre dintre spre catre prin sub cand cum cate cati
  asa aici acolo inca chiar deci iar prea numai rand casa scoala copil copii
  fete baieti adult adulti parinti prieten coleg straini
  this that these those was be have has had does not you your their his her it its they us any
  all same other more most less very better new old easy hard simple fast just only also wants get make
  made take learning study studying student students child children kid kids adults native friendly`;

/** Surnames, which are no corrections of other words. */
export const SURNAMES = `
  albu anghel apostol ardelean avram balan barbu bejan blaga bota bratu bucur cazacu chirila ciobanu coman
  constantinescu costache costea cozma craciun croitoru cristea damian danciu diaconescu diaconu dima dinu dobre dragan
  dragomir dumitrescu dumitru enache ene filip florea gavrila georgescu gheorghiu iancu ignat ionescu
  iordache kovacs lazar lungu lupu manea manole marinescu matache mazilu mihaila mihailescu mitrea moldovan moldoveanu
  moraru munteanu muresan mocanu neacsu neagu nedelcu negru nica niculae nistor nita olaru olteanu oprea oprescu pana
  paraschiv pascu petcu petrescu pop popa popescu preda puiu radulescu rotaru rus rusu sandu sava serban
  simion sirbu stan stanciu stanescu stefanescu stoian stoica stroe suciu szabo tanase toader toma tudorache tudose
  turcu ungureanu ursu vaduva vasilescu visan vladescu voicu voinea zaharia zamfir`;
