// Words are lower case without diacritics, as in the vocabulary. A space separates them.

/** Words about times and prices, which the grammar of searches knows. */
export const TIME_AND_PRICE_WORDS = `luni marti miercuri joi vineri sambata duminica weekend weekendul saptamana
  dimineata dimineti dupa amiaza amiaza pranz seara serile zilnic maine astazi dupamasa
  maxim maximum minim minimum peste intre ieftin gratuit gratuita buget
  monday tuesday wednesday thursday friday saturday sunday morning afternoon evening tomorrow today between under
  grup grupa grupe individual individuala individuale`;

/**
 * What people look for lessons in, besides the subjects. They are corrections and spelled correctly, even if no listing
 * has them: "turca" is a language and Turda a town.
 */
export const TOPIC_WORDS = `italiana italian rusa rusian russian portugheza olandeza daneza suedeza norvegiana
  finlandeza poloneza ceha slovaca maghiara sarba bulgara greaca turca araba ebraica chineza japoneza coreeana
  ucraineana croata albaneza persana hindi mandarina catalana esperanto elina irlandeza slovena letona lituaniana
  estoniana italienii italian chinese japanese korean arabic turkish russian dutch greek portuguese hungarian polish
  pian piano chitara vioara violoncel contrabas flaut clarinet saxofon trompeta trombon harpa acordeon tobe baterie percutie bas ukulele
  muzicuta orga sintetizator nai cobza tambal fluier corn tuba oboi fagot cimpoi vocal cor canto solfegii armonie
  violin viola cello flute drums guitar singing
  astronomie geologie statistica robotica electronica contabilitate religie pedagogie stiinte jurnalism management drept
  farmacie stomatologie veterinara arhitectura design desen pictura sculptura origami olarit croitorie gatit marketing
  finante etica estetica retorica oratorie lingvistica literatura arte grafica caligrafie fotografie film teatru actorie
  dans balet salsa tango sah bridge scrabble tenis fotbal baschet handbal volei inot patinaj schi judo karate gimnastica
  pilates yoga canotaj ciclism echitatie atletism lupte scrima box rugby golf
  excel word powerpoint access java javascript typescript python php mysql sql html css react angular kotlin swift scratch
  arduino matlab latex spss linux android unity blender autocad photoshop illustrator
  ielts toefl toeic cambridge ket pet fce cae cpe delf dalf dele goethe testdaf telc hsk jlpt sat gmat gre celi
  logoped logopedie psihopedagog autism dislexie discalculie adhd corigent corigenta rezidentiat titularizare definitivat
  algebra geometrie trigonometrie analiza aritmetica statistica probabilitati matrice integrale derivate ecuatii functii
  gramatica ortografie conversatie compunere compuneri lectura citire scriere poezie proza nuvela
  programare algoritmi baze mecanica optica electricitate termodinamica organica anorganica biochimie genetica botanica
  zoologie ecologie anatomie fiziologie microeconomie macroeconomie 
  geometry calculus statistics grammar conversation speaking writing reading spelling programming coding drawing
  painting dancing swimming chess homework preparation beginner beginners advanced
  simulare simulari olimpiada olimpiade concurs concursuri recapitulare recuperare exercitii probleme
  temele teme caiet manual culegere culegeri referat eseu eseuri sinteza grile test teste teza`;

/** Common words of sentences. */
export const COMMON_WORDS = `roman este esti sunt suntem avem aveti are am ai eram vreau vrea vrem poate pot trebuie face facem
  fac invata invat invatam stie stiu merge vine iau ia da nu ne va vor voi noi eu tu el ea ei ele lui lor meu mea mei mele
  tau sau nostru noastra cineva ceva nimic orice oricine toate toti tot toata fara foarte mult multi multa multe mai putin
  bine rau bun buna buni mare mari mic mica mici nou noua noi vechi usor greu simplu simpla rapid repede recent acum apoi
  azi ieri mereu niciodata inainte despre dintre intre spre catre prin peste sub langa fata cand cum care ce cat cate cati
  asa aici acolo inca doar chiar deci daca dar iar prea numai rand casa acasa scoala copil copii copilul copilului fiul
  fiica baiat fata fete baieti adult adulti parinti prieten coleg straini
  the this that these those is are was be have has had do does not you your our their his her it its we they me us some any
  all same other more most less very good better best new old easy hard simple fast just only also like want wants get make
  made take help learn learning teach study studying student students child children kid kids adult adults native friendly`;

/** First names and surnames, which are no corrections of other words. */
export const NAME_WORDS = `andrei alin alina alex alexandru alexandra ana anca andra andreea anton antonia aurel aurelia bianca bogdan calin
  camelia carmen catalin catalina cezar claudia claudiu constantin corina cornel cornelia cosmin costel costin crina
  cristi cristian cristina dan dana daniel daniela daria delia denisa diana doina dora dorin dorina dragos eduard elena
  elisa emil emilia emma eugen eugenia eva felicia felix flavia flavius florentina florin florina gabi gabriel gabriela
  george georgeta georgiana gheorghe gina grigore horea horia iacob ileana ilie ilinca ioan ioana ion ionel ionela ionut
  irina iulia iulian iuliana laura larisa laurentiu lavinia lia lidia ligia liliana liviu livia loredana luca lucia
  lucian luminita madalina magda manuela mara marcel marcela maria marian mariana marin marinela marius marta matei
  mihaela mihai mihail mircea mirela miruna monica natalia neculai nelu nicolae nicoleta nicu nina oana octavian olga
  olimpia otilia ovidiu patricia paul paula pavel petre petru petrut rada radu raluca ramona rares razvan rebeca robert
  rodica roxana ruxandra sabina sanda sanziana sebastian silvia silviu simina simona sofia sorin sorina stefan stefania
  stelian tamara tania tatiana teodor teodora tiberiu traian tudor valentin valentina valeria valeriu vasile vasilica
  veronica victor victoria viorel viorica virgil vlad zoe
  albu anghel apostol ardelean avram balan barbu bejan blaga bota bratu bucur cazacu chirila ciobanu coman
  constantinescu costache costea cozma craciun croitoru cristea damian danciu diaconescu diaconu dima dinu dobre dragan
  dragomir dumitrescu dumitru enache ene filip florea gavrila georgescu gheorghiu grigorescu iacob iancu ignat ionescu
  iordache kovacs lazar lungu lupu manea manole marinescu matache mazilu mihaila mihailescu mitrea moldovan moldoveanu
  moraru munteanu muresan mocanu neacsu neagu nedelcu negru nica niculae nistor nita olaru olteanu oprea oprescu pana
  paraschiv pascu pavel petcu petrescu pop popa popescu preda puiu radulescu roman rotaru rus rusu sandu sava serban
  simion sirbu stan stanciu stanescu stefanescu stoian stoica stroe suciu szabo tanase toader toma tudorache tudose
  turcu ungureanu ursu vaduva vasilescu visan vlad vladescu voicu voinea zaharia zamfir`;
