/**
 * Those of the 10,000 most common passwords that have at least 8 characters and are no dates; lower case, sorted.
 * Source: Mark Burnett, "Ten Million Passwords" (2015, public domain), by frequency.
 */
export const COMMON_PASSWORDS = `
0.0.0.000 00000000 0000000000 01020304 01234567 0123456789 0192837465 09090909 09876543 0987654321 10101010
10203040 10293847 1029384756 11111111 111111111 1111111111 11112222 111222333 11221122 11223344 1122334455
11235813 1123581321 12121212 1212121212 12131213 12131415 12211221 12301230 12312312 123123123 1232323q
123321123 12341234 12344321 1234509876 1234512345 123454321 1234554321 123456123 123456654321 12345678
123456789 1234567890 1234567890- 1234567890a 1234567890q 1234567891 12345678910 1234567899 123456789a
123456789d 123456789m 123456789q 123456789qwe 123456789s 123456789z 12345678a 12345678q 12345679 1234567a
1234567q 123456aa 123456qqq 123456qw 123456qwe 123456qwerty 123456ru 12345abc 12345qaz 12345qwe 12345qwer
12345qwert 12345qwerty 12348765 1234abcd 1234asdf 1234qwer 1234rewq 1234zxcv 12365478 123654789 12369874
123698745 123789456 123qq123 123qwe123 123qweasd 123qweasdzxc 123qwert 123qwerty 12qw12qw 12qw34er 12qwaszx
13131313 13243546 134679852 135792468 1357924680 135798642 14141414 14725836 147258369 147852369 14789632
147896325 14881488 15151515 15426378 17171717 18121812 18436572 19283746 192837465 19411945 19641964
19651965 19661966 19671967 19681968 19691969 19701970 19711971 19721972 19731973 19741974 19751975 19761976
19771977 19781978 19791979 19801980 19811981 19821982 19831983 19841984 19851985 19861986 19871987 19881988
19891989 19901990 19911991 19921992 19931993 19941994 19951995 19961996 19971997 19981998 19991999 1a2b3c4d
1a2s3d4f 1passwor 1q1q1q1q 1q2w3e4r 1q2w3e4r5 1q2w3e4r5t 1q2w3e4r5t6y 1qa2ws3ed 1qaz1qaz 1qaz2wsx
1qaz2wsx3edc 1qazxsw2 1qazxsw23edc 1qazzaq1 1qw23er4 1x2zkg8w 1z2x3c4v 20002000 20202020 21122112 21212121
22222222 2222222222 23232323 23456789 23skidoo 24242424 24682468 25252525 25800852 25802580 27272727
31415926 321321321 321654987 33333333 369258147 43214321 44332211 44444444 45454545 456456456 45m2do5bs
4815162342 50spanks 51505150 55555555 5555555555 5wr2i7h8 609609609 66613666 66666666 69696969 73501505
74108520 741852963 77777777 7777777777 7777777a 78945612 789456123 7894561230 789654123 789789789 7ugd5hip2j
87654321 88888888 8j4ye3uz 9293709b13 963852741 987456321 98765432 987654321 9876543210 99999999 999999999
9999999999 a1234567 a12345678 a123456789 a1b2c3d4 a1s2d3f4 aaaaaaaa aaaaaaaaaa aardvark abc12345 abcd1234
abcdefgh aberdeen abnormal abrakadabra absolute absolutely access14 achilles acidburn adgjmptw adrenalin
adrienne agent007 airborne airforce airplane albatros alcatraz alejandr alejandro aleksandr aleksandra
alessandro alexalex alexande alexander alexandr alexandra alexandre alleycat alliance almighty alphabet
amateurs ambrosia america1 american amethyst amsterda amsterdam anaconda anastasi anastasia anastasiya
andersen anderson andromed andromeda andyod22 angel123 angelica angelika angelina anhyeuem annabell annmarie
antelope anthony1 antonina anything aolsucks apollo13 apple123 applepie aquarius archange argentin argentina
arkansas armagedon armstron arsenal1 asdasdasd asdf1234 asdfasdf asdffdsa asdfgh01 asdfghjk asdfghjkl
asdfzxcv asdqwe123 ashleigh aspirine assassin asshole1 assholes atlantic atlantis attitude augustus austin31
australi australia avalanch aviation awesome1 azertyui azertyuiop azsxdcfv babybaby babyblue babycake
babydoll babyface babygirl babylon5 babylove backdoor balloons bangbang baracuda barbados barcelon barcelona
barefoot baritone barselona baseball baseball1 basketba basketball bastards bbbbbbbb bcfields bearbear
bearcats beatrice beautifu beautiful beefcake beerbeer benessere benjamin bergkamp berkeley bigballs
bigblock bigboobs bigbooty bigdaddy bigdicks bigmoney bigpoppa billabon billybob billyboy binladen birthday
bismillah bitchass blablabla blackbir blackcat blackdog blackhaw blackjac blackjack blacklab blackman
blackout blahblah blessing blink182 blizzard blowfish blue1234 blueball bluebell bluebird blueblue blueeyes
bluefish bluejays bluemoon bluesman bobafett bobdylan bobmarley bollocks bonehead bookworm boomboom borabora
bordeaux borussia bradford brandon1 brewster brighton brigitte brittany brittney broadway broncos1 brooklyn
brothers browning brucelee bubba123 bubbles1 buckeyes buckshot budapest buddy123 buddyboy budlight budweise
budweiser buffalo1 building bulldog1 bulldogs bullfrog bullseye bullshit bunghole business buttercu
buttercup butterfl butterfly buttfuck butthead butthole bynthytn cabernet cadillac caliente californ
california caligula calimero callaway callisto camaross cambiami cameltoe cameron1 campbell canadian
candyass candyman cannabis cannibal capetown capricor capricorn capslock captain1 cardinal cardinals
carebear carlitos carnival carolina caroline carpedie carpente cartoons casanova cashmone cashmoney cassandr
cassandra castillo catalina catherin catherine catwoman cavalier cbr900rr cccccccc cdtnkfyf celebrity
cerberus cfitymrf chainsaw challeng chambers champion chandler changeme chargers charisma charlene charles1
charlie1 charlie2 charlott charlotte charlton checkers cheerleaers chelsea1 chemical cherokee cherries
cheshire chester1 chestnut chevelle chevrole chevrolet cheyenne chicago1 chicken1 chickens children chipmunk
chiquita chocolat chocolate choochoo chouchou chris123 chrisbln christia christian christie christin
christina christine christma christmas christop christopher chrysler chuckles cinnamon cjkysirj clarence
clarinet clarissa classics claymore clemente cleopatr cleopatra clevelan clifford clippers clitoris
cnfybckfd cocacola cocksuck cocksucker coldbeer coldplay colombia colonial colorado coltrane columbia
columbus comanche commande commando complete computer concorde concrete confused conquest consumer contract
coolcool cooldude coolness corleone cornwall corvette costello cosworth courtney coventry cowboys1 crackers
crawford crazybab creampie creation creative creature cricket1 criminal cristian cristina crjhgbjy cromwell
crusader crystal1 cucumber customer cutiepie cygnusx1 daisydog danielle dannyboy darkange darkangel darklord
darkness darkside darkstar daughter david123 davidson daylight dbrnjhbz dddddddd deadhead deadpool death666
december deepthroat deeznuts deeznutz defender deftones delaware delldell delpiero derparol designer
destiny1 devil666 devildog dfktynby dfktynbyf diamond1 diamonds dickhead dietcoke digital1 dilligaf dingdong
dinosaur director dirtbike discover dkflbckfd dkflbvbh doberman dodgeram dodgers1 doghouse dogpound dolemite
dolphin1 dolphins dominion dominiqu dontknow doomsday doughboy download downtown dragon12 dragon69 dragonba
dragonball dragonballz dragonfl dragster dreamcas drowssap drpepper drummer1 dthjybrf dudedude dukeduke
dutchess dynamite earnhard earthlink eastside eastwood eatmenow eatpussy eclipse1 eeeeeeee eggplant einstein
ekaterina elcamino eldorado electric electron elements eleonora elephant elisabet elizabet elizabeth
elizaveta emmanuel enforcer engineer enternow enterpri enterprise entrance erection ericsson escalade
espresso estrella eternity evangelion everlast evolutio evolution excalibu excalibur exchange experienced
explorer f00tball facebook fairlane faithful fandango fantasia fantomas farscape fastball favorite6 fearless
february federico feelgood fellatio ferguson fernando ferrari1 festival ffffffff fgtkmcby fireball firebird
fireblad firefigh firefire firewall fishbone fishfish fishhead fishing1 fkbyjxrf fktrcfylh fktrcfylhf
flamengo flamingo fletcher flexible flipflop florence florida1 flounder football football1 fordf150 forever1
forgetit formula1 forsaken fortress fountain foxylady francesc francesco francisc francois franklin freckles
frederic frederik fredfred fredrick freebird freedom1 freefall freefree freepass freeporn freeuser friendly
friendster front242 frontier fuck_inside fuckface fuckfuck fuckhead fuckinside fuckoff1 fuckthis fuckyou1
fuckyou2 fullmoon function funstuff futurama fyfcnfcbz fyfnjkbq fyutkbyf fyutkjxtr gabriel1 gabriela
gabriele gabriell gamecock gamecube gameover gandalf1 gangbang gangster gannibal garfield gargoyle gateway1
gatorade gbhfvblf genesis1 geoffrey geronimo gertrude gesperrt getmoney gfhjkm123 gfhjkmgfhjkm gggggggg
ghbdtn123 ghbdtnbr ghblehjr ghbywtccf ghhh47hj7649 ghjcnbnenrf ghjcnjgfhjkm ghjcnjnfr ghjuhfvvf ghostrider
gilligan giovanni giuseppe gladiato gladiator gn56gn56 godfathe godfather godsmack godzilla goldberg
goldeneye goldfing goldfish goldstar goldwing golfball golfgolf gonzales gonzalez good123654 goodgirl
goodluck goodtime gordon24 gorgeous gotohell graphics grateful greatone green123 greenbay greenday gretchen
gsxr1000 gtnhjdbx guardian guinness hahahaha hairball halflife hallo123 hamilton handball handsome handyman
hannibal happiness happy123 happyday hardball hardcock hardcore harddick hardrock hardware harrison
harrypotter hastings hattrick hawaii50 hawaiian hawkeyes hayabusa heather1 hedgehog heineken heinrich
hellfire hello123 hellokitty hellsing hellyeah hercules herewego heritage hetfield hhhhhhhh highbury
highheel highland highlander holidays hollywoo hollywood holyshit homemade homework honeybee hongkong
honolulu hooligan hoosiers hopeless hotgirls hotpussy hotstuff hounddog htubcnhfwbz hurrican hurricane
hyperion icecream icehouse idontkno idontknow ihateyou ilikepie illinois illusion ilovegod ilovesex iloveyou
iloveyou1 iloveyou2 immortal imperial implants infantry infiniti infinity insanity insomnia inspiron
intercourse internet intrepid intruder inuyasha irishman ironmaiden isabella isabelle islander istanbul
istheman iverson3 jackass1 jackjack jackson1 jackson5 jakejake james007 james123 jamesbon jamesbond japanese
jasmine1 jayhawks jeanette jeepster jefferso jellybea jellybean jennifer jeremiah jermaine jessica1 jiggaman
jjjjjjjj johannes johncena johndeer johngalt johnjohn johnson1 jonathan jonathon jordan23 josephin juliette
junkmail just4fun justdoit juventus kakashka kamasutra kamikaze kangaroo karolina katarina katerina katherin
katherine kathleen kawasaki kayleigh kazantip kcchiefs kcj9wx5n kentucky kenworth keyboard keystone killbill
killer12 killer123 killkill kimberly kingfish kingking kingkong kingston kirkland kisskiss kissmyass
kittycat kittykat kjrjvjnbd kkkkkkkk kleopatra klondike knickers knockers knuckles konstantin kordell1
koroleva krasotka kristian kristina kristine krokodil labrador lacrosse laetitia lakeside lakewood lalakers
lalalala lancelot lasvegas laurence lawrence leavemealone leedsutd lemonade leonardo lesbians letmein1
letmein2 letsdoit lfitymrf lifehack lifetime lighting lightnin lightning limewire lineage2 lionking lipstick
lisalisa liverpoo liverpool liverpool1 lkjhgfds lkjhgfdsa llllllll lockdown logitech lokiloki lokomotiv
lollipop lollypop lonesome lonestar lonewolf longdong longhair longhorn longjohn lorraine loveless lovelife
lovelove loverboy lowrider luckydog luckyone lunchbox macaroni macdaddy macintos madeline madison1 magazine
magellan magician magicman magnolia mailcreated5240 majestic makaveli maksimka mallrats mamacita mamamama
mamapapa manchest manchester mandarin mandingo mandrake maradona marathon marcello marcius2 margaret
margarit margarita marianna marianne marijuan marijuana mariners marines1 marino13 mariposa marjorie
marlboro marriage marseill marseille marshall martinez maryjane maryland masamune maserati mash4077 master12
masterbate masterbating matchbox matthew1 matthews matthias maverick maxwell1 mazafaka mazda626 mazdarx7
mcdonald mckenzie meatball meathead meatloaf mechanic medicine megadeth megapass megatron melissa1 meowmeow
mephisto mercedes meredith meridian mersedes metallic metallica michael1 michael2 michaela michaels michelle
michigan microlab microphone microsof microsoft midnight mikemike military millenium millions millwall
minecraft minemine minimoni ministry mischief misfit99 mississippi missouri mistress mitchell mmmmmmmm
mobydick modelsne mohammad mohammed mollydog monalisa money123 moneyman mongoose monkey12 monkeybo monopoly
monster1 monsters montecar montgom240 montreal montrose moonbeam moonligh moonlight moonshin morpheus
morrison morrowind mortgage mortimer motherfucker motherlode motocros motorola mountain mudvayne muhammad
mulligan multiplelo munchkin mushroom musicman mustang1 mustang6 mustangs mynameis mypassword napoleon
nascar24 natasha1 nathalie national nautilus navigator navyseal ncc1701a ncc1701d ncc1701e ncc74656 nebraska
netscape nevermind nevermore newcastl newcastle newpass6 newyork1 nicholas nightmar nightmare nightwish
nineball nineinch nintendo nirvana1 nnnnnnnn nokia6233 nokia6300 nokian73 noname123 nonenone normandy
northern nostromo notebook nounours november nthvbyfnjh nuttertools nwo4life nygiants oblivion obsidian
offshore oklahoma oooooooo opendoor operator optimist original overkill overlord p0015123 p0o9i8u7 p4ssw0rd
pa55w0rd pa55word packers1 paintbal paintball painting pakistan pallmall palmtree panasoni panasonic
pancakes pantera1 panther1 panthers pantyhos papamama papillon paradigm paradise paramedi paranoid pasadena
pass1234 passpass passport passw0rd passwor1 password password1 password12 password123 password2 password9
password99 passwords passwort patches1 pathetic pathfind patience patricia patrick1 patriots pavement
pavilion peaches1 pearljam peekaboo penelope penetration penguin1 penguins pentagon penthous perfect1
personal peterbil peterpan peterson pharmacy phialpha philippe phillies phillips phoenix1 pianoman pictures
piercing pimpdadd pineappl pineapple pinetree pingpong pinkfloy pinkfloyd pinnacle pipeline piramida
pizzaman plastics platinum platypus playball playboy1 playmate playstat playstation playtime pleasure
plymouth poiuytre poiuytrewq pokemon1 polniypizdec0211 polopolo poohbear pool6123 poontang pooppoop porkchop
pornking pornporn pornstar porsche1 porsche9 portland portugal poseidon positive power123 pppppppp preacher
precious predator presario presiden president pressure princess pringles printing private1 progress property
prospect pufunga7782 pumpkin1 pumpkins punisher punkrock puppydog pussy123 pussycat pussyman q1234567
q123456789 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q2w3e4r5 qawsedrf qazwsx12 qazwsx123 qazwsxed qazwsxedc
qazwsxedc123 qazwsxedcrfv qazxswedc qqqqqqqq question qwe123qwe qweasd123 qweasdzxc qweqweqwe qwer1234
qwerasdf qwerasdfzxcv qwerqwer qwert123 qwert12345 qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345
qwerty123456 qwertyqwerty qwertyui qwertyuio qwertyuiop qwqwqwqw r2d2c3po rachelle radiohea radiohead
ragnarok raiders1 railroad rainbow1 rainbow6 rainbows rainyday raistlin rammstein rangers1 rasputin rastaman
realmadrid rebecca1 reckless recovery redalert redbaron reddevil reddwarf redskins redwings reginald
register remember remingto renegade republic research resident revolution revolver reynolds rfhfylfi
rfhnjirf rfnthbyf rfntymrf rfvfcenhf rhbcnbyf rhfcjnrf rhiannon rhjrjlbk rhtdtlrj riccardo richard1 richards
richmond rightnow rjhjktdf rjirfrgbde rjycnfynby roadkill roadking roadrunn roadrunner roadster robinson
robotech robotics rochelle rockford rockhard rocknrol rocknroll rockstar rockwell rolltide romantic romashka
rootbeer rosemary rrrrrrrr runescape rush2112 sabrina1 sailboat salamander salasana salvador samantha
sammy123 samsung1 sandiego sandrine sandwich santiago sapphire saratoga sasha_007 satan666 saturday sausages
savannah scarface scarlett scheisse scissors scoobydo scoobydoo scooter1 scorpio1 scorpion scotland scrabble
scrapper screamer seahawks sebastia sebastian security segblue2 seinfeld seminole semperfi senators sentinel
septembe september serenity sergbest sergeant sersolution services sexsexsex sexybabe sexygirl sexylady
sexysexy shadow12 shamrock shaney14 shanghai shannon1 sheepdog shepherd sheridan sherlock sherwood shitface
shithead shopping showtime sidekick sigmachi silverad simpsons sinclair singapor sinister sithlord
skateboard skinhead skittles skorpion skywalke skywalker slamdunk slapshot slimshad slimshady slipknot
slippery slowhand smackdow smackdown smashing smeghead smirnoff smoothie sneakers snickers sniffing snoopdog
snowball snowbird snowboar snowboard snowflak snuggles soccer10 soccer12 socrates softball software
sojdlg123aljg solitude solution somerset somethin something sonyericsson sonyfuck sonysony soso123aljg
soulmate southern southpar southpark southpaw spaceman spanking sparkles spartan1 spartans speakers specialk
spectrum speedway spencer1 spiderma spiderman spitfire splinter spongebo spongebob sporting springer
sprinter squirrel srinivas ssssssss stafford stallion standard stanford stanislav starbuck starcraf
starcraft stardust starfire starfish stargate starligh starship starstar startrek starwars steelers stefanie
stephane stephani stephanie stephen1 sterling stickman stigmata stingray stocking stockton stonecol
stonecold straight stranger stratfor strawber strawberry streaming strength stripper suburban success1
suckdick suckmydick sullivan summer69 summer99 sundance sundevil sunflowe sunflower sunlight sunnyday
sunshine super123 superfly superior superman superman1 supernov supernova supersta superstar survivor
svetlana sweetnes sweetness sweetpea swimming swingers swinging swordfis swordfish sylveste syncmaster
syracuse tacobell taekwondo talisman tarheels tazmania technics teddybea teddybear telephon telephone
temppass tennesse terminal terminat terminator terrapin test1234 testing1 testpass testtest thailand
thanatos thankyou thedoors theforce thegreat theodore therock1 thirteen thisisit thompson thrasher threesom
thuglife thunder1 thunderb thursday tiberius tiffany1 tiger123 tigercat tinkerbe tinkerbell titanium
titleist tkbpfdtnf together tokiohotel tomahawk tommyboy tomorrow toonarmy toriamos tottenha tottenham
touching training transfer translator traveler treasure treefrog trfnthbyf triangle trinidad trinitro
trombone tropical trouble1 trucking truelove trustno1 tttttttt tunafish turkey50 twilight ultimate umbrella
underdog underground undertak undertaker universa universal universe university username usmarine
usuckballz1 vacation vagabond valencia valentin valentina valentine valhalla valkyrie vampires vancouve
vanessa1 vanguard vanhalen vasilisa vauxhall velocity vendetta verbatim veronica veronika vfhufhbnf vfitymrf
vfntvfnbrf vfrcbvrf vfvfgfgf victoria viewsoni viewsonic vikings1 viktoria viktoriya violetta vipergts
virginia virginie vjqgfhjkm vkontakte vladimir vladislav volkswag volleyba voyager1 vqsablpzla vsjasnel12
wanderer warcraft wareagle warhamme warhammer warrior1 warriors washburn washingt washington waterboy
waterloo weare138 webhompas webmaste webmaster welcome1 werewolf westside westwood wetpussy wg8e3wjf
whatever whatwhat whiplash whiskers whistler whiteboy whiteout whitesox whocares wildbill wildcard wildcats
wildfire wildwood william1 williams windmill windsurf winston1 wireless wishbone wolfgang wolfpack wolverin
wolverine wonderboy wonderful woodland woodstoc woofwoof wordpass wp2003wp wrangler wrestler wrestlin
wrestling wrinkle1 wwwwwwww xxxxxxxx yamahar1 yankees1 yankees2 yeahbaby yfcntymrf yjdsqgfhjkm yogibear
yosemite yyyyyyyy z1x2c3v4 zachary1 zanzibar zaq12wsx zaq1xsw2 zaqwsxcde zaqxswcde zeppelin zerocool
zildjian zxasqw12 zxcasdqwe zxcasdqwe123 zxcv1234 zxcvbnm1 zxcvbnm123 zzzzzzzz
`;
