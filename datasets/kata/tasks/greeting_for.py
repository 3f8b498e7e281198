#% task: strings, easy
#% prompt
def greeting_for(name: str, city: str) -> str:
    """Return a greeting with the name and the city, as in the examples.

    >>> greeting_for("Ann", "Rome")
    'Hello Ann, welcome to Rome!'
    >>> greeting_for("Bo", "Oslo")
    'Hello Bo, welcome to Oslo!'
    """
#% canonical
def greeting_for(name, city):
    return f"Hello {name}, welcome to {city}!"
#% hidden
assert greeting_for("Eve", "Bonn") == "Hello Eve, welcome to Bonn!"
assert greeting_for("Tim", "Paris") == "Hello Tim, welcome to Paris!"
assert greeting_for("Rome", "Ann") == "Hello Rome, welcome to Ann!"
assert greeting_for("Mary Lou", "New York") == "Hello Mary Lou, welcome to New York!"
assert greeting_for("a", "b") == "Hello a, welcome to b!"
assert greeting_for("Li", "Lima") == "Hello Li, welcome to Lima!"
assert greeting_for("Christopher", "Bath") == "Hello Christopher, welcome to Bath!"
assert greeting_for("kim", "york") == "Hello kim, welcome to york!"
assert greeting_for("McDuff", "Stratford") == "Hello McDuff, welcome to Stratford!"
assert greeting_for("Jo-Ann", "Rio") == "Hello Jo-Ann, welcome to Rio!"
assert greeting_for("ZED", "Bern") == "Hello ZED, welcome to Bern!"
#% right: adds the pieces
def greeting_for(name, city):
    return "Hello " + name + ", welcome to " + city + "!"
#% right: format
def greeting_for(name, city):
    return "Hello {}, welcome to {}!".format(name, city)
#% wrong: misread - name and city swapped
def greeting_for(name, city):
    return f"Hello {city}, welcome to {name}!"
#% wrong: corner - lower-case letters after the first
def greeting_for(name, city):
    return f"Hello {name.capitalize()}, welcome to {city.capitalize()}!"
#% wrong: misread - no exclamation mark
def greeting_for(name, city):
    return f"Hello {name}, welcome to {city}"
#% wrong: invalid - quote missing
def greeting_for(name, city):
    return f"Hello {name}, welcome to {city}!
#% wrong: corner - only the first part of the name
def greeting_for(name, city):
    return f"Hello {name.split()[0]}, welcome to {city}!"
