/**
 * Words that are common in Romanian passwords and missing from the English list next to this file. Our own choice,
 * without a source. Lower case, without diacritics. Each matches with a few digits or signs around it. `COUNTIES` adds
 * towns and counties.
 */
export const ROMANIAN_PASSWORD_WORDS = `
parola parole parolele parolamea parolanoua parolata parolasigura contulmeu secret secreta acces intrare deschide
nustiu nuspun amuitat oricare schimbama salut salutare buna bunaziua noroc romania romaniamea bucurestiul tricolor
roman romanca moldova ardeal transilvania oltenia dobrogea banat maramures dunarea carpati mareaneagra
steaua steauabucuresti fcsteaua fcsb dinamo dinamobucuresti rapid rapidbucuresti giulesti cfrcluj ucluj
universitatea universitateacraiova petrolul farul otelul hermannstadt sepsi politehnica utaarad viitorul unirea
progresul sportul hagi gheorghehagi forzasteaua ultras galerie fotbal fotbalist campion campioni handbal
iubire iubirea iubit iubita iubitul iubitulmeu iubitamea teiubesc teiubescmult teador dragoste dragostea dragostemea
inima inimioara sufletel sufletulmeu viata viatamea fericire fericit fericita frumoasa frumusete ingeras ingerul
printesa print regina rege zana bebelus bebe puiule puisor scumpo
mama mamamea mamica mamaitata mamatata tata tatal taticu bunica bunicul familia familiamea frate fratele sora copil
copilul copiii copiiimei fetita baiat baiatul prieten prietena prietenia
pisica pisicuta pisicile motanel catel catelus catelul caine cainele ursulet iepuras fluture fluturas papagal delfin
soare soarele luna lumina stea stelute cerul marea floare floarea florile trandafir lalele ghiocel zambila curcubeu
primavara vara toamna iarna vacanta craciun craciunul mosnicolae moscraciun paste sarbatori
ciocolata cafea cafeluta inghetata capsuna cirese mamaliga sarmale tuica palinca dumnezeu doamneajuta isus iisus
hristos maicadomnului rugaciune biserica eminescu mihaieminescu luceafarul creanga stefancelmare mihaiviteazul
vladtepes dracula decebal traian burebista scoala scoalamea liceu liceul facultate student studenta elev eleva
profesor profesoara profu meditatii matematica bacalaureat invatatoare catalog ghiozdan calculator calculatorul
internet telefon telefonul laptop masina masinamea dacia logan duster audi mercedes bmw golf facebook google yahoo
instagram emag
qwerty qwertz qwert qwer asdf asdfg asdfgh asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc
qwaszx abc abcd abcde abcdef abcdefg abcdefgh aaa aaaa qwe asd zxc
adela adelina adi adina adrian adriana alberto alex alexandra alexandru alexia alin alina amalia ana anamaria anca
andra andrada andreea andreia andrei anghel anton antonia antonio ariana aurel aurelia aurora beatrice bianca bogdan
camelia camil carina carmen carolina catalin catalina cezar ciprian claudia claudiu codrin constantin corina cornel
cornelia cosmin cosmina costel costin cristi cristian cristiana cristina dan dana daniel daniela daria darius david
delia denis denisa diana doina dorel dorin dorina dragos dumitru ecaterina eduard elena eliza emanuel emil emilia
emma erika eugen eva fabian felicia felix filip flavia flavius florea florentin florentina florin florina gabi
gabriel gabriela geanina george georgeta georgian georgiana gheorghe gigi gica grigore horatiu horia iasmina ilie
ileana ilinca ina ioan ioana ion ionel ionela ionut irina isabela iulia iulian iuliana iustin izabela larisa laura
laurentiu lavinia leonard lia liana lidia ligia liliana livia liviu loredana lorena luca lucia lucian luciana
luminita luiza madalin madalina magda marcel marcela marcu maria marian mariana marin marina marius marta matei
mihaela mihai mihail mihaita mihnea mircea mirela miruna monica nadia natalia nelu nicoleta nicolae nicu nicusor
nina oana octavian olga olivia ovidiu patricia paul paula pavel petre petru petrica petronela radu raluca ramona
raul rares razvan rebeca remus robert roberta rodica roxana ruxandra sabin sabina sanda sandu sara sebastian sebi
sergiu silvia silviu simona sofia sonia sorin sorina stefan stefania stelian teodor teodora theodor tiberiu timea
toma tudor valentin valentina valeriu vasile vasilica veronica victor victoria viorel viorica violeta vlad vladut
voicu xenia yasmina zoe
`;
