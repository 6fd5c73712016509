import type { Random } from './random.ts'

/** Names met in Britain today. First names and surnames are paired at random, so no real person is meant. */
const FIRST_NAMES = `
Aaron Abena Adam Aisha Alan Alastair Alice Amara Amelia Amir Amy Andrea Andrew Angela Anil Anita Anna Arjun Arthur Asha Ayo Barbara
Ben Beth Bilal Bronwen Bruno Callum Carla Carol Catherine Catriona Charlotte Chidi Chloe Chris Ciara Claire Colin Conor Craig Daisy
Daniel Danielle David Declan Deepa Derek Diana Divya Dominic Donna Dylan Eilidh Elaine Eleanor Elif Emily Emma Emre Erin Ethan Eva
Ewan Farah Fatima Fiona Florence Frances Freya Gareth Gemma George Gordon Grace Graham Gwen Hamza Hannah Harriet Harry Hassan Heather
Helen Holly Hugh Huw Ian Imogen Imran Iona Irina Isaac Isla Ivan Jack Jade Jamal James Jan Jane Jasmine Jason Jean Jenny Joan Joe
John Josh Joyce Julie Kamal Karen Kasia Kate Katie Keith Kelly Kemi Ken Kerry Kieran Kiran Kwame Laura Lauren Leanne Lee Leila Leo
Lewis Liam Linda Lisa Lorna Louise Lucy Luke Maeve Magda Mandeep Marco Marek Maria Marie Mark Martha Martin Mary Matthew Maureen
Megan Mia Michael Michelle Mina Mohammed Molly Morag Nadia Naomi Natalie Nathan Neil Niamh Nicola Nicole Nigel Nikhil Nina Noah Nora
Oliver Olivia Omar Oscar Owen Paige Pat Patricia Paul Pauline Peter Phil Phoebe Pooja Priya Rachel Radu Rahul Raj Rebecca Reece Rhian
Rhys Richard Rita Rob Robyn Rory Rosa Rosie Ross Ruby Ruth Ryan Sadia Sally Sam Samira Sandra Sanjay Sara Sarah Sean Seb Shabnam
Shanice Sharon Shaun Sheila Shona Simon Sinead Siobhan Sofia Sophie Stacey Stella Steve Stuart Sunita Susan Suzanne Svetlana Tahira
Tamsin Tanya Tara Ted Temi Terry Theo Thomas Tina Tobi Tom Tony Tracey Usha Valerie Vera Vicky Victor Vikram Wanda Wendy Will
Winston Yasmin Yusuf Zahra Zara Zoe Zofia`
  .trim()
  .split(/\s+/)

/** Names of drivers in the demonstration; customers have every name. */
const DRIVER_NAMES = `
Aaron Adam Adrian Ahmed Alan Alex Amir Andy Anton Arek Ashley Ayo Barry Ben Bilal Billy Bogdan Brendan Callum Carl Carlos Charlie
Chidi Chris Clive Colin Conor Craig Damian Dan Darren Dave Declan Dele Denise Derek Dev Dmitri Donna Doug Dylan Ebo Eddie Emre Errol
Euan Fergus Florin Frank Gareth Gary Gav Glen Grzegorz Gurpreet Harjit Harry Hassan Hywel Iain Ian Imran Ivor Jacek Jamie Janusz Jay
Jerome Jim Joe Jordan Junior Kamil Karl Keiran Kenny Kerry Kev Kofi Lamar Lee Lenny Lewis Liam Linton Lorenzo Luke Malcolm Marcin
Marcus Marek Mario Matt Mehmet Mick Mihai Mo Musa Nathan Neil Nick Nikos Norman Obi Ollie Omar Owen Pawel Pete Phil Piotr Raf Rajan
Ray Ricky Rob Roman Ron Rory Roy Sacha Sal Sam Sandra Sanjay Scott Sean Segun Seb Shane Shaun Simon Stefan Steve Stu Tadeusz Tariq
Terry Tomasz Tony Trevor Tunde Tyrone Vic Viktor Vince Wayne Wes Winston Yaw Yusuf Zed`
  .trim()
  .split(/\s+/)

const SURNAMES = `
Abbott Achebe Adams Adeleke Ahmed Akhtar Ali Allen Amoah Anderson Armitage Asante Ashworth Atkins Bailey Baker Banerjee Barker Barlow
Barnes Begum Bell Bennett Bevan Blackwood Boateng Bowen Boyle Bradley Brennan Briggs Brook Burns Byrne Cairns Campbell Carr Chadwick
Chatterjee Chaudhry Clarke Cohen Coleman Collins Cooper Costa Craven Crawford Cunningham Dale Daly Davies Dean Desai Dhillon Dixon
Donnelly Douglas Doyle Drummond Dunne Eastwood Edwards Ellis Evans Farrow Faulkner Fenton Ferguson Fernandes Finch Fisher Fleming
Forde Foster Fraser Gallagher Garner Gibson Gill Gordon Graham Grant Gray Greaves Greenwood Griffiths Gupta Hall Halliday Hamilton
Hancock Hardy Harris Hart Harvey Hassan Haynes Henderson Hewitt Higgins Hill Hobbs Holt Hopkins Horvat Howarth Hughes Hunt Hussain
Ibrahim Ingram Iqbal Irving Ivanov Jackson James Jarvis Jenkins Johal Johnston Jones Joshi Kamara Kaur Kaya Kelly Kemp Kendrick Kerr
Khan Knight Kowalski Kumar Lambert Lamont Lawson Leach Lennon Lewis Lister Lloyd Lowe Lynch Macdonald Mackay Mahmood Malik Marsh
Marshall Mason Mathews Mbeki McAllister McBride McCann McCarthy McGrath McIntyre McKenna Mehta Mensah Miah Miller Mistry Mitchell
Moran Morgan Morris Morrison Moss Muir Mukherjee Murphy Murray Nair Nash Ncube Nolan Norris Novak Nowak Nwosu Obi Odell Okafor Oliver
Osborne Owens Page Palmer Parker Parry Patel Pearce Pereira Perkins Petrov Phillips Pickering Pillai Popescu Powell Pratt Price Pugh
Quinn Rafferty Rahman Ramsay Rees Reid Reilly Rhodes Richards Riley Roberts Robertson Rose Rowe Russell Ryan Saeed Salmon Sanders
Saunders Scott Shah Sharma Shaw Sheikh Shepherd Simmons Sinclair Singh Slater Smart Sokolov Spencer Stead Steele Stewart Stokes
Sutherland Swift Syed Tate Taylor Thornton Todd Townsend Tran Turner Underwood Vaughan Vincent Wallace Walsh Ward Watkins Watts Webb
Whelan White Whitfield Wilkes Wong Wood Wright Yates Yeo Young Zielinski`
  .trim()
  .split(/\s+/)

export interface Person {
  firstName: string
  lastName: string
}

export const makeCustomer = (random: Random): Person => ({
  firstName: random.pick(FIRST_NAMES),
  lastName: random.pick(SURNAMES),
})

export const makeDriver = (random: Random): Person => ({
  firstName: random.pick(DRIVER_NAMES),
  lastName: random.pick(SURNAMES),
})

export const makeFirstName = (random: Random): string => random.pick(FIRST_NAMES)

/** A number of the range that Ofcom keeps free for films and plays: it rings nowhere. */
export const inventedMobile = (random: Random): string => `+447700900${String(random.int(0, 999)).padStart(3, '0')}`
