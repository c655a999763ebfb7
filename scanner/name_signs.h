/* How the code of a Python file asks for names that are made at run time: what it asks for so may
 * be any definition, though no file spells its name. */
#ifndef SCANNER_NAME_SIGNS_H
#define SCANNER_NAME_SIGNS_H

#include "scanner/method_signs.h"

enum { NAME_ENDING_MOST = 24 };

struct name_signs {
	bool open; /* any name of the file, or of what it imports: globals(), eval(), sys.modules,
	            * Fire(), a __getattr__ of the module */
	bool offered;   /* likewise, and users are meant to ask: Fire(), __getattr__ */
	bool unpickles; /* it may load objects whose classes it knows by what it imports */
	bool any_name;  /* any name of a module that it loads: getattr(module, name) */
	enum methods_asked methods; /* any method of an object, by a name that is made */
	bool subclasses; /* classes are found through what they inherit from: __subclasses__() */
	/* Of modules that it loads by names that are made at run time: str_hash of a folder around
	 * all of them, that of "text" for __import__("text." + name); 0: they may lie anywhere. */
	uint64_t below;
	/* str_hash of the def at the top level in which all of that stands; 0: of none. */
	uint64_t loads_in;
	/* What the paths of modules end in that the only such load of the file takes from a folder,
	 * "_dataset.py" of f.endswith("_dataset.py"); "": anything. */
	char ending[NAME_ENDING_MOST];
	uint32_t loads; /* such loads */
	bool copies;    /* all that it loads so are copies of files that it has just made */
	/* What it loads so it has from names that come whole, with dots: "net.unet.UNet". Where
	 * such a name is written its last part stands as a word. */
	bool dotted;
};

struct name_signs name_signs_of(const struct python_file *file);

#endif
