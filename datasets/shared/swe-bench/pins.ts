/**
 * Exact versions for what comes in without one, for pip's constraints, with spaces between them: as the published images of October 2024 have
 * it. Source: `environment.yml` of the same repository at tag v4.1.0 of the harness repository. Newer releases of these do not run the
 * old suites, and an environment without pins is another one every month.
 */

/** astropy 1.3, on Python 3.6. */
export const ASTROPY_13_PINS =
  'apipkg==2.1.1 async-generator==1.10 contextvars==2.4 coverage==6.2 idna==3.10 immutables==0.19 outcome==1.0.0 py==1.11.0 pyparsing==3.1.4 six==1.16.0 sniffio==1.2.0 trio==0.8.0 typing-extensions==4.1.1';

export const SPHINX_PINS =
  'babel==2.16.0 cachetools==5.5.0 certifi==2024.8.30 chardet==5.2.0 charset-normalizer==3.4.0 colorama==0.4.6 coverage==7.6.4 cython==3.0.11 distlib==0.3.9 exceptiongroup==1.2.2 filelock==3.16.1 html5lib==1.1 idna==3.10 imagesize==1.4.1 importlib-metadata==8.5.0 iniconfig==2.0.0 packaging==24.1 platformdirs==4.3.6 pluggy==1.5.0 pygments==2.18.0 pyproject-api==1.8.0 pytest==8.3.3 pytest-cov==5.0.0 requests==2.32.3 snowballstemmer==2.2.0 tomli==2.0.2 typed-ast==1.5.5 urllib3==2.2.3 virtualenv==20.26.6 zipp==3.20.2';
export const PYLINT_PINS =
  'cachetools==5.5.0 certifi==2024.8.30 charset-normalizer==3.4.0 dill==0.3.9 distlib==0.3.9 exceptiongroup==1.2.2 execnet==2.1.1 filelock==3.16.1 idna==3.10 iniconfig==2.0.0 isort==5.10.1 lazy-object-proxy==1.10.0 packaging==24.1 platformdirs==4.3.6 pluggy==1.5.0 pre-commit==2.21.0 py-cpuinfo==9.0.0 pytest==7.4.4 pytest-forked==1.6.0 pytest-profiling==1.7.0 pytest-timeout==2.3.1 requests==2.32.3 six==1.16.0 tomli==2.0.2 tomlkit==0.13.2 typing-extensions==4.12.2 urllib3==2.2.3 virtualenv==20.27.0';
export const SEABORN_PINS =
  'coverage==7.6.4 exceptiongroup==1.2.2 execnet==2.1.1 flake8==7.1.1 flit==3.9.0 iniconfig==2.0.0 mypy==1.13.0 pandas-stubs==2.2.2.240807 platformdirs==4.3.6 pluggy==1.5.0 pre-commit==4.0.1 pytest==8.3.3 pytest-cov==5.0.0 pytest-xdist==3.6.1 tomli==2.0.2 typing-extensions==4.12.2 virtualenv==20.27.0';
export const REQUESTS_PINS =
  'exceptiongroup==1.2.0 iniconfig==1.1.1 packaging==24.1 pluggy==1.0.0 pytest==7.4.4 tomli==2.0.1';
export const SYMPY_PINS =
  'flake8==7.1.1 flake8-comprehensions==3.15.0 mccabe==0.7.0 pycodestyle==2.12.1 pyflakes==3.2.0 pytest==8.3.3 pluggy==1.5.0 packaging==24.1 hypothesis==6.114.0';

/** pint 0.24.3 cannot be imported beside flexparser 0.4: every test of a suite that asks for pint was lost. */
export const XARRAY_PINS =
  'appdirs==1.4.4 cffi==1.17.1 contourpy==1.3.0 cycler==0.12.1 exceptiongroup==1.2.2 flexcache==0.3 flexparser==0.3.1 fonttools==4.54.1 fsspec==2024.9.0 iniconfig==2.0.0 kiwisolver==1.4.7 llvmlite==0.43.0 pillow==10.4.0 pluggy==1.5.0 pyparsing==3.1.4 pyyaml==6.0.2 tomli==2.0.2 typing-extensions==4.12.2';

/** Django's, by the Python of its versions: each of the published images of that Python has the same. */
export const DJANGO_PINS = {
  '3.6':
    'aiohttp==3.8.6 aiosignal==1.2.0 argon2-cffi==21.3.0 argon2-cffi-bindings==21.2.0 asgiref==3.4.1 async-timeout==4.0.2 asynctest==0.13.0 attrs==22.2.0 backports-zoneinfo==0.2.1 bcrypt==4.0.1 cffi==1.15.1 charset-normalizer==2.0.12 dataclasses==0.8 docutils==0.18.1 frozenlist==1.2.0 geoip2==4.6.0 idna==3.10 idna-ssl==1.1.0 importlib-resources==5.4.0 jinja2==3.0.3 markupsafe==2.0.1 maxminddb==2.2.0 multidict==5.2.0 numpy==1.19.5 pillow==8.4.0 pycparser==2.21 pylibmc==1.6.3 pymemcache==3.5.2 python-memcached==1.62 pytz==2024.2 pywatchman==1.4.1 pyyaml==6.0.1 requests==2.27.1 selenium==3.141.0 six==1.16.0 sqlparse==0.4.4 tblib==1.7.0 typing-extensions==4.1.1 tzdata==2024.2 urllib3==1.26.20 yarl==1.7.2 zipp==3.6.0',
  '3.8':
    'aiohappyeyeballs==2.4.3 aiohttp==3.10.9 aiosignal==1.3.1 argon2-cffi==23.1.0 argon2-cffi-bindings==21.2.0 asgiref==3.8.1 async-timeout==4.0.3 attrs==24.2.0 backports-zoneinfo==0.2.1 bcrypt==4.2.0 certifi==2024.8.30 cffi==1.17.1 charset-normalizer==3.4.0 docutils==0.20.1 exceptiongroup==1.2.2 frozenlist==1.4.1 geoip2==4.8.0 h11==0.14.0 idna==3.10 jinja2==3.1.4 markupsafe==2.1.5 maxminddb==2.6.2 multidict==6.1.0 numpy==1.24.4 outcome==1.3.0.post0 pillow==10.4.0 propcache==0.2.0 pycparser==2.22 pylibmc==1.6.3 pymemcache==4.0.0 pysocks==1.7.1 python-memcached==1.62 pytz==2024.2 pywatchman==2.0.0 pyyaml==6.0.2 redis==5.1.1 requests==2.32.3 selenium==4.25.0 sniffio==1.3.1 sortedcontainers==2.4.0 sqlparse==0.5.1 tblib==3.0.0 trio==0.26.2 trio-websocket==0.11.1 typing-extensions==4.12.2 tzdata==2024.2 urllib3==2.2.3 websocket-client==1.8.0 wsproto==1.2.0 yarl==1.14.0 setuptools==75.1.0',
  '3.9':
    'aiohappyeyeballs==2.4.3 aiohttp==3.10.9 aiosignal==1.3.1 aiosmtpd==1.4.6 argon2-cffi==23.1.0 argon2-cffi-bindings==21.2.0 asgiref==3.8.1 async-timeout==4.0.3 atpublic==5.0 attrs==24.2.0 bcrypt==4.2.0 black==24.10.0 certifi==2024.8.30 cffi==1.17.1 charset-normalizer==3.4.0 click==8.1.7 docutils==0.21.2 exceptiongroup==1.2.2 frozenlist==1.4.1 geoip2==4.8.0 h11==0.14.0 idna==3.10 jinja2==3.1.4 markupsafe==3.0.1 maxminddb==2.6.2 multidict==6.1.0 mypy-extensions==1.0.0 numpy==2.0.2 outcome==1.3.0.post0 packaging==24.1 pathspec==0.12.1 pillow==10.4.0 platformdirs==4.3.6 propcache==0.2.0 pycparser==2.22 pylibmc==1.6.3 pymemcache==4.0.0 pysocks==1.7.1 pytz==2024.2 pywatchman==2.0.0 pyyaml==6.0.2 redis==5.1.1 requests==2.32.3 selenium==4.25.0 sniffio==1.3.1 sortedcontainers==2.4.0 sqlparse==0.5.1 tblib==3.0.0 tomli==2.0.2 trio==0.26.2 trio-websocket==0.11.1 typing-extensions==4.12.2 tzdata==2024.2 urllib3==2.2.3 websocket-client==1.8.0 wsproto==1.2.0 yarl==1.14.0 setuptools==75.1.0',
  '3.11':
    'aiohappyeyeballs==2.4.3 aiohttp==3.10.9 aiosignal==1.3.1 aiosmtpd==1.4.6 argon2-cffi==23.1.0 argon2-cffi-bindings==21.2.0 asgiref==3.8.1 atpublic==5.0 attrs==24.2.0 bcrypt==4.2.0 black==24.10.0 certifi==2024.8.30 cffi==1.17.1 charset-normalizer==3.4.0 click==8.1.7 docutils==0.21.2 frozenlist==1.4.1 geoip2==4.8.0 h11==0.14.0 idna==3.10 jinja2==3.1.4 markupsafe==3.0.1 maxminddb==2.6.2 multidict==6.1.0 mypy-extensions==1.0.0 numpy==2.1.2 outcome==1.3.0.post0 packaging==24.1 pathspec==0.12.1 pillow==10.4.0 platformdirs==4.3.6 propcache==0.2.0 pycparser==2.22 pylibmc==1.6.3 pymemcache==4.0.0 pysocks==1.7.1 pywatchman==2.0.0 pyyaml==6.0.2 redis==5.1.1 requests==2.32.3 selenium==4.25.0 sniffio==1.3.1 sortedcontainers==2.4.0 sqlparse==0.5.1 tblib==3.0.0 trio==0.26.2 trio-websocket==0.11.1 typing-extensions==4.12.2 tzdata==2024.2 urllib3==2.2.3 websocket-client==1.8.0 wsproto==1.2.0 yarl==1.14.0 setuptools==75.1.0',
} as const;

/** scikit-learn 0.20 to 0.22, on Python 3.6; joblib comes in from 0.21 on. */
export const SKLEARN_PINS =
  'attrs==21.4.0 certifi==2021.5.30 cycler==0.11.0 importlib-metadata==4.8.1 iniconfig==1.1.1 joblib==1.1.1 kiwisolver==1.3.1 matplotlib==3.3.4 packaging==21.3 pillow==8.3.1 pluggy==0.13.1 py==1.11.0 pyparsing==3.0.4 python-dateutil==2.8.2 pytz==2021.3 six==1.16.0 toml==0.10.2 typing-extensions==4.1.1 zipp==3.6.0';

/** scikit-learn 1.3, on Python 3.9. */
export const SKLEARN_13_PINS =
  'contourpy==1.0.5 cycler==0.11.0 exceptiongroup==1.2.0 fonttools==4.51.0 iniconfig==1.1.1 joblib==1.4.2 kiwisolver==1.4.4 matplotlib==3.6.2 packaging==24.1 pandas==1.4.4 pillow==11.0.0 pluggy==1.0.0 pyparsing==3.2.0 pytest==7.4.4 python-dateutil==2.9.0.post0 pytz==2024.1 setuptools==75.1.0 six==1.16.0 threadpoolctl==3.5.0 tomli==2.0.1';

/** matplotlib 3.5 to 3.7: what its tests import of the conda packages of the published images. */
export const MATPLOTLIB_PINS =
  'cairocffi==1.7.1 certifi==2025.1.31 coverage==7.6.9 importlib-resources==6.5.2 iniconfig==2.0.0 ipykernel==6.29.5 jinja2==3.1.5 nbconvert==7.16.6 nbformat==5.10.4 pandas==2.2.3 pikepdf==8.4.1 pluggy==1.5.0 psutil==5.9.0 pybind11==2.13.6 pytest==8.3.4 pytest-cov==6.0.0 pytest-rerunfailures==15.0 pytest-timeout==2.3.1 pytest-xdist==3.6.1 pytz==2024.1 setuptools==68.1.2 setuptools-scm==7.1.0 tornado==6.4.2';
