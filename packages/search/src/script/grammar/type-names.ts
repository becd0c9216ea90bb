const primitives = 'void boolean byte short char int long float double';

const boxes =
  'Boolean Byte Short Character Integer Long Float Double Number Object String CharSequence StringBuilder StringBuffer Comparable Math StrictMath Objects Debug Iterable Iterator ListIterator';

const collections =
  'Collection List ArrayList LinkedList Map HashMap LinkedHashMap TreeMap Map.Entry Set HashSet LinkedHashSet TreeSet Collections Arrays Stack Deque ArrayDeque Queue Comparator Optional OptionalInt OptionalLong OptionalDouble Stream IntStream LongStream DoubleStream Collectors StringJoiner';

const functions =
  'Function BiFunction Predicate BiPredicate Consumer BiConsumer Supplier UnaryOperator BinaryOperator ToIntFunction ToLongFunction ToDoubleFunction Runnable';

const texts = 'Pattern Matcher Locale StringTokenizer Base64 BigInteger BigDecimal UUID';

const dates =
  'ZonedDateTime LocalDate LocalDateTime LocalTime Instant Duration Period ZoneId ZoneOffset ChronoUnit ChronoField DayOfWeek Month Year DateTimeFormatter JodaCompatibleZonedDateTime TemporalAdjusters OffsetDateTime IsoFields';

const exceptions =
  'Exception RuntimeException ArithmeticException ClassCastException IllegalArgumentException IllegalStateException IndexOutOfBoundsException ArrayIndexOutOfBoundsException StringIndexOutOfBoundsException NullPointerException NumberFormatException UnsupportedOperationException ConcurrentModificationException NoSuchElementException DateTimeException DateTimeParseException NegativeArraySizeException EmptyStackException';

const own = 'MovingFunctions';

const packages: Readonly<Record<string, string>> = {
  'java.util': `${collections} Objects Iterator ListIterator Locale StringTokenizer Base64 UUID ConcurrentModificationException NoSuchElementException`,
  'java.lang': `${boxes} ${exceptions}`,
  'java.math': 'BigInteger BigDecimal',
  'java.time': dates,
  'java.time.format': 'DateTimeFormatter DateTimeParseException',
  'java.time.temporal': 'ChronoUnit ChronoField TemporalAdjusters IsoFields',
  'java.util.function': functions,
  'java.util.regex': 'Pattern Matcher',
  'java.util.stream': 'Stream IntStream LongStream DoubleStream Collectors',
};

const shortNames = [primitives, boxes, collections, functions, texts, dates, exceptions, own].flatMap((names) =>
  names.split(' '),
);

/** The short name of every type that a script may name, by each way to name it. */
const known: ReadonlyMap<string, string> = new Map([
  ...shortNames.map((name): [string, string] => [name, name]),
  ...Object.entries(packages).flatMap(([prefix, names]) =>
    names.split(' ').map((name): [string, string] => [`${prefix}.${name}`, name]),
  ),
]);

/** The short name of a type, or undefined when no type has that name. */
export const typeNamed = (name: string): string | undefined => known.get(name);
