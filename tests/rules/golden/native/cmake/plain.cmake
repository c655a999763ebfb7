add_library(plain STATIC plain.cpp)
target_compile_features(plain PRIVATE cxx_std_17)
