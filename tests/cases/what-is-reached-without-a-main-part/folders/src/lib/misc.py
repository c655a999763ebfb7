from lib.more.deep import place
