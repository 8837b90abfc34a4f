/** Frequent first names of Romania: lower case without diacritics, separated by spaces. */
export const FIRST_NAMES = `
  andrei alin alina alex alexandru alexandra ana anca andra andreea anton antonia aurel aurelia bianca bogdan calin
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
  veronica victor victoria viorel viorica virgil vlad zoe`;
