#!/bin/sh
rm -rf build dist
find . -name '*.so' -delete
