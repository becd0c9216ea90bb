export const soraniStopWords = `
#_*_"Sorani_Kurdish:_A_Reference_Grammar_with_selected_readings"_(Thackston)
#_*_Corpus-based_analysis_of_77M_word_Sorani_collection:_wikipedia,_news,_blogs,_etc
#_*_Fig_5_of_"Building_A_Test_Collection_For_Sorani_Kurdish"_(Esmaili_et_al) #_I #_according_to #_after
#_along_with/while/during #_also #_and #_before #_before/in_the_face_of #_behind #_beside #_between/among #_by
#_by_means_of/for #_concerning #_concerning/about #_constructed_from: #_demonstratives #_every #_except_for
#_except_for/aside_from #_for #_for_the_sake_of #_from/that #_he/she/it #_in_front_of/before/because_of
#_in_front_of/toward #_in_the_direction_of #_in_the_opinion_of #_in/from #_instead_of #_like #_made/did
#_makes/does #_note_these_have_been_normalized_with_our_scheme_(e_represented_with_U+06D5,_etc) #_of #_on/head
#_on/in #_on/on_top_of/according_to #_personal_pronouns #_prepositions #_set_of_kurdish_stopwords #_some #_that
#_that/which #_they #_this #_to/with/by #_two #_under #_we #_which #_with #_with_respect_to
#_with/together_with #_within #_without #_you ئێمە ئێوە ئەم ئەو ئەوان ئەوەی بۆ بێ بێجگە بە بەبێ بەدەم بەردەم
بەرلە بەرەوی بەرەوە بەلای بەپێی تۆ تێ جگە دوای دوو دە دەکات دەگەڵ سەر لێ لە لەبابەت لەباتی لەبارەی لەبرێتی لەبن
لەبەر لەبەینی لەدەم لەرێ لەرێگا لەرەوی لەسەر لەلایەن لەناو لەنێو لەو لەپێناوی لەژێر لەگەڵ من ناو نێوان هەر
هەروەها و وەک پاش پێ پێش چەند کرد کە ی
`;
