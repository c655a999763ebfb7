if __name__ == "__main__":
    print("https://example.org")
