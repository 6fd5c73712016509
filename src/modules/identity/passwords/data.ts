/**
 * The stems of the commonest passwords, which people then decorate to satisfy "eight characters, a letter and a digit". Written by
 * hand from general knowledge; `rules.ts` removes the decoration, so each stem stands for hundreds of passwords.
 */
export const commonStems: ReadonlySet<string> = new Set(
  `password passwort passwd passcode pass pwd secret secure security letmein letme welcome hello hallo login logon signin admin
  administrator root user username guest test tester testing temp temporary demo default changeme change access master super
  superman batman spiderman ironman superuser computer internet server network system laptop iphone samsung nokia android google
  facebook youtube twitter instagram amazon microsoft windows linux apple office
  qwerty qwertyuiop qwert qwer qwertz azerty asdf asdfg asdfgh asdfghjkl asdfasdf asd zxcv zxcvb zxcvbn zxcvbnm qweasd qweasdzxc qazwsx
  qazwsxedc wsxedc zaqwsx zaqxsw qaz wsx abc abcd abcde abcdef abcdefg abcdefgh abcdefghi xyz xxx aaa aaaa aaaaa aaaaaa aaaaaaa abcabc
  aabbcc lol asdqwe qwe iop jkl poiuytrewq mnbvcxz lkjhgfdsa
  football soccer baseball basketball hockey tennis golf rugby cricket liverpool arsenal chelsea everton manchester manutd mancity
  tottenham spurs newcastle celtic rangers leeds leedsutd westham villa astonvilla sunderland barcelona realmadrid juventus england
  scotland ireland wales london paris berlin glasgow edinburgh cardiff belfast birmingham bristol sheffield yorkshire britain british
  monkey dragon tiger lion bear horse dog dogs doggy puppy cat cats kitty kitten rabbit bunny panda eagle falcon phoenix dolphin
  butterfly chicken turtle wolf shark fish bird pony spider snake mouse
  princess prince angel angels baby babygirl babyboy sunshine flower flowers rainbow star stars moon sun summer winter spring autumn
  love lover loveme loveyou iloveyou iloveu ilove mylove sweet sweety sweetheart honey darling beautiful beauty pretty cutie cute sexy
  friend friends family mother father mum dad mummy daddy brother sister nana grandma wife husband forever
  happy smile lucky freedom peace hope faith trust jesus christ god heaven blessed bless church money cash rich gold golden silver
  diamond crystal orange banana cherry peaches strawberry apples lemon cookie cookies chocolate candy sugar coffee cheese pepper ginger
  purple yellow blue red green black white pink silver
  michael daniel david james john robert thomas william charlie george harry jack oliver oscar jacob joshua matthew andrew anthony
  richard steven stephen mark paul peter simon ryan jason jordan justin kevin nathan nicholas patrick sam samuel alex alexander ben
  benjamin adam aaron chris christopher luke liam logan ethan noah leo max mohammed muhammad ali hassan ahmed
  jessica jennifer ashley amanda nicole michelle melissa stephanie charlotte sophie sophia emily emma olivia isabella amelia mia lily
  lucy grace hannah sarah laura rachel rebecca lauren megan chloe holly molly daisy poppy ruby rosie bella maggie jasmine samantha
  elizabeth victoria natalie anna maria linda susan karen julie hunter ranger harley buster bailey rocky toby coco milo lola bobby teddy
  killer shadow ninja hacker gamer player pokemon pikachu minecraft fortnite roblox starwars starwar matrix naruto mario zelda sonic
  disney mickey barbie matthew hannibal trustno trustnoone whatever nothing something anything fuckyou fuckoff fuck shit bitch asshole
  january february march april may june july august september october november december monday tuesday wednesday thursday friday
  saturday sunday christmas easter birthday
  mustang ferrari porsche mercedes bmw audi toyota honda yamaha suzuki ducati corvette camaro chevy ford jaguar bentley
  metallica nirvana eminem beatles slipknot rockstar music guitar drummer piano dance dancer gangster legend champion winner warrior
  soldier army navy marine marines police fireman doctor nurse teacher student school college university
  vanfare manandvan manvan removals removal movers mover moving moveit movinghouse movehouse housemove vanman van luton lutonvan`
    .split(/\s+/)
    .filter(Boolean),
)
