/** Verbs that change within: each stem with the forms that lead to it. */
const packed = `
joo: joob jood joodakse jooma joomata joome joon joote joovad juua juuakse jõi jõid jõime jõin jõite
saa: saab saad saada saadakse saadi saaks saaksid saaksime saaksin saaksite saama saamata saame saan saate saavad
sai said saime sain saite
viima: viia viiakse viib viid viidi viiks viiksid viiksime viiksin viiksite viima viimata viime viin viisime viisin
viisite viite viivad
keesi: keeb keed keedakse keeks keeksid keeksime keeksin keeksite keema keemata keeme keen kees keeta keete keevad
löö: lööb lööd löödakse löödi lööks lööksid lööksime lööksin lööksite lööma löömata lööme löön lööte löövad lüüa
lüüakse
löi: lõi lõid lõime lõin lõite
loo: loob lood loodi looks looksid looksime looksin looksite looma loomata loome loon loote loovad luua luuakse
käisi: käia käiakse käib käid käidi käiks käiksid käiksime käiksin käiksite käima käimata käime käin käis käite
käivad
söö: sõi sõid sõime sõin sõite sööb sööd söödakse söödi sööks sööksid sööksime sööksin sööksite sööma söömata sööme
söön sööte söövad süüa süüakse
too: toob tood toodi tooks tooksid tooksime tooksin tooksite tooma toomata toome toon toote toovad tuua tuuakse tõi
tõid tõime tõin tõite
võisi: võib võid võida võidakse võidi võiks võiksid võiksime võiksin võiksite võima võimata võime võin võis võite
võivad
jääma: jäi jäid jäime jäin jäite jääb jääd jääda jäädakse jäädi jääks jääksid jääksime jääksin jääksite jääma
jäämata jääme jään jääte jäävad
müüsi: müüa müüakse müüb müüd müüdi müüks müüksid müüksime müüksin müüksite müüma müümata müüme müün müüs müüte
müüvad
luge: loeb loed loeks loeksid loeksime loeksin loeksite loeme loen loete loevad
põde: põeb põed põeks põeksid põeksime põeksin põeksite põeme põen põete põevad
ladu: laob laod laoks laoksid laoksime laoksin laoksite laome laon laote laovad
tegi: teeb teed teeks teeksid teeksime teeksin teeksite teeme teen teete teevad tegema tegemata teha tehakse tehti
nägi: näeb näed näeks näeksid näeksime näeksin näeksite näeme näen näete näevad nägema nägemata näha nähakse nähti
`;

export const estonianVerbForms: ReadonlyMap<string, string> = new Map(
  [...packed.matchAll(/(\S+):([^:]*)(?=\s\S+:|$)/g)].flatMap(([, stem = '', forms = '']) =>
    forms
      .trim()
      .split(/\s+/)
      .map((form): readonly [string, string] => [form, stem]),
  ),
);
