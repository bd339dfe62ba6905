package vitaran;

/** The library's version, as its User-Agent tells it; a test compares it with pom.xml. */
final class Version {
  static final String VERSION = "0.1.0";
  static final String USER_AGENT = "vitaran-java/" + VERSION;

  private Version() {}
}
