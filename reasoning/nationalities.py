"""Countries, what their people are called, and their best-known parts."""

from functools import lru_cache

from .text import fold

_COUNTRIES = """
United States=USA,U.S.,US,U.S.A.,America,United States of America:American
United Kingdom=UK,U.K.,Britain,Great Britain:British
England:English|Scotland:Scottish|Wales:Welsh|Northern Ireland:Northern Irish|Ireland:Irish
France:French|Germany=West Germany,East Germany,Nazi Germany:German|Italy:Italian|Spain:Spanish
Portugal:Portuguese|Netherlands=the Netherlands,Holland:Dutch|Belgium:Belgian|Switzerland:Swiss
Austria:Austrian|Sweden:Swedish|Norway:Norwegian|Denmark:Danish|Finland:Finnish|Iceland:Icelandic
Poland:Polish|Czech Republic=Czechia:Czech|Czechoslovakia:Czechoslovak|Slovakia:Slovak
Hungary:Hungarian|Romania:Romanian|Bulgaria:Bulgarian|Greece:Greek|Turkey:Turkish
Russia:Russian|Soviet Union=USSR,U.S.S.R.:Soviet|Ukraine:Ukrainian|Belarus:Belarusian
Serbia:Serbian|Croatia:Croatian|Slovenia:Slovenian,Slovene|Bosnia and Herzegovina=Bosnia:Bosnian
Montenegro:Montenegrin|Kosovo:Kosovar|Albania:Albanian|North Macedonia=Macedonia:Macedonian
Yugoslavia:Yugoslav|Moldova:Moldovan|Estonia:Estonian|Latvia:Latvian|Lithuania:Lithuanian
Luxembourg:Luxembourgish|Malta:Maltese|Cyprus:Cypriot|Monaco:Monégasque|Andorra:Andorran
Georgia:Georgian|Armenia:Armenian|Azerbaijan:Azerbaijani|Kazakhstan:Kazakh,Kazakhstani
Uzbekistan:Uzbek|Turkmenistan:Turkmen|Kyrgyzstan:Kyrgyz|Tajikistan:Tajik|Afghanistan:Afghan
Iran:Iranian,Persian|Iraq:Iraqi|Israel:Israeli|Palestine:Palestinian|Lebanon:Lebanese
Syria:Syrian|Jordan:Jordanian|Saudi Arabia:Saudi,Saudi Arabian|Qatar:Qatari|Kuwait:Kuwaiti
Bahrain:Bahraini|Oman:Omani|Yemen:Yemeni|United Arab Emirates=UAE:Emirati
Egypt:Egyptian|Morocco:Moroccan|Algeria:Algerian|Tunisia:Tunisian|Libya:Libyan|Sudan:Sudanese
South Sudan:South Sudanese|Ethiopia:Ethiopian|Eritrea:Eritrean|Somalia:Somali|Kenya:Kenyan
Uganda:Ugandan|Tanzania:Tanzanian|Rwanda:Rwandan|Burundi:Burundian|Nigeria:Nigerian|Niger:Nigerien
Ghana:Ghanaian|Senegal:Senegalese|Mali:Malian|Ivory Coast=Côte d'Ivoire:Ivorian
Burkina Faso:Burkinabé|Togo:Togolese|Benin:Beninese|Liberia:Liberian|Sierra Leone:Sierra Leonean
Gambia:Gambian|Guinea:Guinean|Cameroon:Cameroonian|Chad:Chadian|Gabon:Gabonese
Democratic Republic of the Congo=Congo,Zaire:Congolese|Angola:Angolan|Zambia:Zambian
Zimbabwe:Zimbabwean|Mozambique:Mozambican|Malawi:Malawian|Botswana:Botswanan|Namibia:Namibian
South Africa:South African|Madagascar:Malagasy|Mauritius:Mauritian
India:Indian|Pakistan:Pakistani|Bangladesh:Bangladeshi|Sri Lanka=Ceylon:Sri Lankan
Nepal:Nepalese,Nepali|Bhutan:Bhutanese|Maldives:Maldivian|China=People's Republic of China:Chinese
Hong Kong|Taiwan:Taiwanese|Japan=Empire of Japan:Japanese|South Korea=Korea:South Korean,Korean
North Korea:North Korean|Mongolia:Mongolian|Vietnam:Vietnamese|Laos:Laotian|Thailand:Thai
Cambodia:Cambodian|Myanmar=Burma:Burmese|Malaysia:Malaysian|Singapore:Singaporean
Indonesia:Indonesian|Philippines=the Philippines:Filipino,Philippine|Brunei:Bruneian
Australia:Australian|New Zealand|Fiji:Fijian|Samoa:Samoan|Tonga:Tongan|Papua New Guinea
Canada:Canadian|Mexico:Mexican|Guatemala:Guatemalan|Honduras:Honduran|El Salvador:Salvadoran
Nicaragua:Nicaraguan|Costa Rica:Costa Rican|Panama:Panamanian|Cuba:Cuban|Jamaica:Jamaican
Haiti:Haitian|Dominican Republic:Dominican|Puerto Rico:Puerto Rican|Bahamas:Bahamian
Barbados:Barbadian|Trinidad and Tobago:Trinidadian|Brazil:Brazilian|Argentina:Argentine,Argentinian
Chile:Chilean|Peru:Peruvian|Colombia:Colombian|Venezuela:Venezuelan|Ecuador:Ecuadorian
Bolivia:Bolivian|Uruguay:Uruguayan|Paraguay:Paraguayan|Guyana:Guyanese|Suriname:Surinamese
"""
_PARTS = {
    "United States": "Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,"
    "Florida,Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,"
    "Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,"
    "New Jersey,New Mexico,New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,"
    "Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,"
    "West Virginia,Wisconsin,Wyoming,New York City,Los Angeles,Chicago",
    "Canada": "Ontario,Quebec,British Columbia,Alberta,Manitoba,Saskatchewan,Nova Scotia,"
    "New Brunswick,Newfoundland,Toronto,Montreal,Vancouver",
    "United Kingdom": "England,Scotland,Wales,Northern Ireland,London",
    "Australia": "New South Wales,Queensland,South Australia,Tasmania,Victoria,Western Australia,"
    "Sydney,Melbourne",
}


def _rows() -> list[tuple[str, list[str], list[str]]]:
    """Return country, its other names, its adjectives."""
    rows = []
    for row in _COUNTRIES.replace("\n", "|").split("|"):
        names, _, adjectives = row.partition(":")
        country, _, others = names.partition("=")
        if country:
            rows.append((country, _listed(others), _listed(adjectives)))
    return rows


def _listed(text: str) -> list[str]:
    return [item for item in text.split(",") if item]


COUNTRIES = {name: country for country, others, _ in _rows() for name in (country, *others)}
"""Name of a country, past or present, to its usual name."""

COUNTRY_OF = {adjective: country for country, _, adjectives in _rows() for adjective in adjectives}
"""Adjective ("French") to the country it belongs to."""

PART_OF = {part: country for country, parts in _PARTS.items() for part in _listed(parts)}
"""State, province or large city to its country."""

_FOLDED = {fold(name): country for name, country in (*COUNTRIES.items(), *COUNTRY_OF.items())}


@lru_cache(maxsize=4096)
def country_of(name: str) -> str:
    """Return the usual name of the country that `name` is, or belongs to; "" if none.

    "Norwegian", "norway" and "Norway" give "Norway"; "the United States" and "U.S." give
    "United States". Anything more than such a name gives "".
    """
    return _FOLDED.get(fold(name).removeprefix("the "), "")


def names_of(country: str) -> tuple[str, ...]:
    """Return the folded names and adjectives that stand for `country` in running text.

    "us" is a pronoun there, and letters with full stops may be the ends of sentences.
    """
    return tuple(n for n, c in _FOLDED.items() if c == country and n != "us" and "." not in n)
