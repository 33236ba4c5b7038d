import { isOwnWords } from '../own-words.ts'

/**
 * 1596 hand-collected words times the endings below: more than the 10,000 most common passwords, without copying a published list. Server
 * only: too big for the browser.
 */
const words = new Set(
  `
a aa aaa aaaa aaaaa aabbcc aaron ab abab abc abcabc abcd abcde abcdef abcdefg abdul abdullah access achilles
adam admin administrator adriana africa agus ahmad ahmed aini aisha ajax ajay alan alejandra alex alexander
alexey alexis ali alice allah allahuakbar alpha always amanda amazon amelia amen america american amiga amigo
amit amor amsterdam amy ana anastasia andi andrea andres andrew andrey android andy angel angela angelic angelo
angels anil anita anjali ankara ann anna anne annie anthony anton antonio anything apollo apple apple12 april
argentina arjun army arsenal artem arthur asd asdf asdfg asdfgh asdfghjkl ashley asshole athena audi august aunt
austin australia autumn avengers awesome b babe baby babyboy babyface babygirl bacon bailey bambi banana bandung
bangkok bangladesh bank barbara barbie barca barcelona bart baseball basketball bass bastard batman bayern bb
bbb beach bear bears beatles beatriz beautiful beauty beavis beckham becky bee beer beijing belgium believe
bella ben benfica benjamin berlin berry besiktas best bestfriend beta beth better betty beyonce bible bigdick
bike biker bill billionaire billy bird birdie birds bismillah bitch bitcoin black blackcat blackie blackpink
blessed blessing blue bluesky bmw bob bobby bocajuniors bonjour boobs boris boss boston boxing boy boyfriend
boys brandon brasil brazil brenda brian britain britney broncos brooklyn brother brown bruce bruno bryan btc bts
bubble bubbles buddha buddy budi bull bulldog bulls bunny burger business buster butter butterfly butthead buzz
c cairo cake california callofduty camaro camel camera camila canada candy captain car carl carlos carmen carol
carolina carolyn cars cash cat catherine cathy cats cde celtic champion champions change changeme charizard
charles charlie charly cheese chelsea chen cherry cheryl chevrolet chevy chicago chicken child children chile
china chips chloe chocolate choi chris christ christian christina christine christopher christy church ciao
cinderella cindy cisco civic claudia coach cocacola cock coconut coffee coin coins coke colombia color company
computer cookie cookies cool cooldude coolguy cooper corinthians corolla corvette cougar counter counterstrike
cow cowboys coyote crap crazy cricket crypto crystal css cupcake cute cyber cynthia d dad daddy daisy dallas
damn dan daniel daniela daria dark darkness darling database daughter david davidson dead dear death debbie
deborah debra december deepa default delhi dell delta demon denis denmark dennis denver destiny deutschland
devil dewi dfgh dhaka diablo diamond diamonds diane dick diego digimon digital dmitry doctor dodge dodgers dog
doggy dogs dollar dollars dolphin dolphins donald donna doris dorothy dortmund dory dota douglas dragon dream
dreamer dreams drogba drums duc ducati duck dumbo dung dylan e eagle eagles earth ebay edc eddie eduardo edward
egypt ekaterina eko elena elephant elite elizabeth elsa elvis email emerald emily eminem emma energy england
enter eric espana eth ethan ethereum euro evelyn ever everton everything exit exo expert f facebook faith falcon
fall familia family fang fantasy fast father fatima february felipe fenerbahce fernanda fernando ferrari ferret
fiat finance finland fire fish fishing flame flamengo florida flower flowers football ford forest forever
forever2 fortnite fortune fox france frances francisco francois frank freedom freefire friday friend friends
frodo frog fuck fucker fuckme fuckoff fuckyou funny furious g gabriel gabriela galatasaray galaxy game gamer
games gaming gamma gandalf ganesh garden garfield gary general george gerald germany gerrard ghjk ghost giants
ginger girl girlfriend girls gladiator gloria gmail goalkeeper god godbless godisgood godislove goku gold golden
golf golfer golfgti good goodbye goofy google gorilla grace grandma grandpa grape gray great greece green
greenday greg gregory grey guest guitar h hack hacker hacking hallo halo hamster hannah hanoi hans hanuman hao
happiness happy hardcore harley harold harry harrypotter hassan hawk heart hearts heather heaven helen hell
hello hellokitty henry hercules hero heroes hey hi hiphop hiroshi hjkl hobbit hockey hogwarts hola holland
hollywood holy homer honda honey hongkong hope horny horse hot hotmail hottie houston html huang huawei hug hulk
hung hunter hunting husband hussein hyundai i ibrahim igor ilove ilovegod ilovejesus iloveu iloveyou indah india
indian indonesia instagram intel inter internet invest ipad iphone ireland irina ironman isabel isabella islam
island istanbul itachi italia italy ivan j jack jackie jackson jacob jacqueline jaguar jakarta jake james janet
janice january japan jasmine jason java javascript javier jean jedi jeep jeff jeffrey jen jennifer jenny jeremy
jerry jersey jess jesse jessica jessie jesus jesuschrist jetaime jetta jim jimmy joan joao job joe joey john
johnny joker jon jonathan jordan jorge jose joseph josh joshua joyce juan judith judo julia juliana julie july
jun june jurgen justice justin juventus k kakashi karachi karate karen kate katherine kathleen kathryn kathy
katie katya kavita kawasaki keith kelly ken kenji kenneth kenya kevin khalid khanh kia kid kids kiev kill killer
killers kim kimberly king kingdom kings kirill kiss kisses kissme kitten kittens kitty klaus knight kobe korea
krishna kualalumpur kumar kyle l lady lahore lake lakers lakshmi lamborghini laptop larry lasvegas laura lauren
lawrence lebron lee leet legend legendary legolas lei lemon lenovo leo leonardo leticia letme letmein lexus li
liberty lightning lily linda lineage ling link linkedin linkinpark linux lion lions lisa lisboa liu liverpool
liz lizzie lkjh login logon london long loser lotus louis love lovelove lovely loveme lover lovers loveyou lucas
lucia lucifer luck lucky lucy luigi luis luna m macbook madison madonna madrid maggie magic magical mahal mahesh
mail major malaysia mama mamma man manchester mandy mango manila manuel manunited manutd maradona march marco
marcus margaret maria marie marina marine marines mario mark market marlboro martha marvel mary maryam master
matheus matrix matt matthew maverick max maxim maxwell may mazda megan mei melbourne melissa melon men mercedes
mercy merlin messi metal metallica mexico mia miami michael michel michelle mickey microsoft midnight miguel
mike mikhail milan milk millionaire minecraft ming minh minnie miracle mnb mnbv mobile mohamed mohammed molly
mom mommy monday money monica monkey moon moonlight morning morpheus moscow moskva mother moto motor motorola
mountain mouse muhammad mum mumbai munich music musica muslim mustafa mustang mylove mypass mypassword mysql
mystery n naked nala nam namaste nancy naruto nastya natalia natalie natasha nathan navy neha nemo neo nepal
netflix network never newpass newyork neymar nguyen nice nicholas nick nicki nicolas nicole nigeria night nihao
nikolay nina ninja nintendo nirvana nissan nitro noah nobody nokia noodle noodles nopass nopassword norway
nothing november nurse o ocean october office ohio oksana oleg olga olivia olympus om omar omega oneqaz online
oracle orange orchid oscar outlook p pablo packers pakistan palmeiras pamela panda panther panthers papa
paradise paris park pass passcode passw0rd passwd password passwort pat patches patricia patrick patriots paul
paula pavel peace peach peanut peanuts pearl pedro pele penis pepper pepsi perfect peru peter peugeot philippe
philippines phoenix phone photo php phuong piano pierre pig piggy pikachu pilot pineapple pink pirate pirates
pizza planet platinum player playstation pluto poiu poiuy pokemon poland police polska pony pooh pooja porn
porsche porto portugal potter power powerful pray prayer president pretty prince princess private priya pro pubg
public pumpkin puppy purple pussy putra putri pword python q qaz qazwsx qazwsxedc qazxsw queen quran qwaszx qwe
qweasd qweasdzxc qwer qwert qwerty qwertyuiop r rabbit rachel racing rafael rahul raiders rain rainbow raj
rajesh ram rambo ramesh rangers rap ravens ravi ray raymond realmadrid rebecca red redrose redsox renault rhino
ricardo rice rich richard richer rick rihanna river rizky rob robert roberto robin roblox rock rocknroll rocky
rodrigo roger rohit roma roman rome ron ronald ronaldo rooney root rosa rose roses rtyu ruby rugby runner
running russia ruth ryan s saigon saint sakura sales salut sam samantha sammy samsung samuel samurai sandra
sandy sanjay santos sapphire sara sarah sarang sari sasuke satan saturday scooby scooter scotland scott sea sean
seattle secret secretlove security seoul september sergeant sergey sergio server sex sexual sexy shadow shadows
shakira shanghai shark sharma sharon shirley shit shiva shrek sigma silver simba simpson singapore singer singh
sister skate skateboard skater ski sky skyline skywalker slipknot smile smiley snake snapchat snoopy snow
snowball snowboard snowflake snowwhite soccer sofia soldier somchai somebody someone something son sonic sony
sophia sophie space spain sparky spartan spartans speed spicy spider spiderman spirit spongebob sport sports
spotify spring sprite spurs star starcraft starlight stars startrek starwars steam steelers stefan steph
stephanie stephen steve steven storm strawberry strength strong subaru suck sucks sue sugar sugarplum summer sun
sunday sunil sunita sunny sunrise sunset sunshine superman superuser surabaya suresh surfing susan sushi suzuki
svetlana sweden sweet sweetheart sweetie sweety swimming sydney system t taiwan takashi tanya tarzan tatiana
taylor tea teacher team teamo telegram telephone temp temporary tennis teresa terminator terry tesla test tester
testing tests tetris texas thailand theresa theta thiago thomas thor thorsten thunder thunderbird thursday tiger
tigers tigger tiktok tim timothy tina tinkerbell titan titans tits toby today tofu token tokyo tom tommy
tomorrow tony toshiba tottenham totti toyota trader trading treasure tree trinity trojan truck trucks truelove
trust trustme trustno trustnoone truth tuan tuesday tulip tupac turbo turkey turtle twitter tyler tyui u ubuntu
uiop ukraine uncle universe usa usdt user username v vader valentina vegas vegeta venezuela veronica vicky
victoria video vietnam vijay viking vikings violet violetta virginia vladimir vodka volkswagen volleyball volvo
w wahyu wallet walter wang warcraft warrior warriors wasd water web website wechat wednesday weekend wei weibo
welcome wendy whale whatever whatsapp whiskey white whitecat wife wii will william wind windows wine winner
winners winnie winning winter wizard woaini wolf wolfgang wolves woman women wonder woody work worker world
worldofwarcraft wsx wu x xbox xiao xiaomi xsw y yahoo yamaha yan yang yankees yellow yesterday yoda youtube yuki
yulia yuri yusuf z zach zachary zainab zaq zaqxsw zebra zelda zeta zeus zhang zhao zhou zidane zoe zorro zxc
zxcv zxcvb zxcvbn zxcvbnm
`
    .trim()
    .split(/\s+/),
)

/** Leetspeak: p4ssw0rd. */
const confusables: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const plain = (text: string): string => [...text].map((character) => confusables[character] ?? character).join('')

const commonEnding =
  /^(?:\d{1,2}|(\d)\1+|0?1?(?:23|234|2345|23456|234567|2345678|23456789|234567890)|(?:19|20)\d\d|321|4321|54321|654321|987654321|(?:12){2,3}|(?:123){2}|123321|112233|007|786|420|911|101|100|1000|147|159|369|258|456|789|147258(?:369)?|159753|159357|741852(?:963)?|1q2w(?:3e(?:4r(?:5t)?)?)?|520|1314|5201314|521|666|888|168|518|31[24]|[0-3]\d[01]\d(?:(?:19|20)?\d\d)?)$/
const commonMixed =
  /^(?:q1w2e3(?:r4(?:t5(?:y6)?)?)?|a1s2d3(?:f4(?:g5)?)?|z1x2c3(?:v4)?|a1b2c3(?:d4(?:e5)?)?|q1q1q1|a1a1a1|q2w3e4r5?|p0o9i8(?:u7)?|zaq1?2?wsx|qaz1?2?3?wsx1?2?3?(?:edc)?\d*|[a-z]{1,2}12345678?9?0?)$/

export function isCommonPassword(password: string): boolean {
  const bare = password.toLowerCase().replace(/[!@#$%^&*?._-]+$/, '')
  if (commonMixed.test(bare)) return true
  for (let at = 1; at <= bare.length; at++) {
    const ending = bare.slice(at).replace(/^[_.@#-]/, '')
    if (ending !== '' && !commonEnding.test(ending)) continue
    if (isCommonWord(bare.slice(0, at))) return true
  }
  return false
}

function isCommonWord(text: string): boolean {
  const word = plain(text)
  const half = word.slice(0, word.length / 2)
  if (words.has(text) || words.has(word) || isOwnWords(text) || isOwnWords(word)) return true
  return (half + half === word && words.has(half)) || /^(.)\1+$/.test(word)
}
