package vitaran;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as its users get it: installed by Maven into an empty repository, and used by an empty project. */
class PackageTest {
  private static final Path JAR = Path.of("target/vitaran-java-" + Version.VERSION + ".jar").toAbsolutePath();
  private static final String LOCAL = "http://localhost:8080";

  @TempDir static Path folder;

  private static String readme;
  private static String classpath;

  /** README and examples as the sources of a project that has nothing but the README's dependency. */
  @BeforeAll
  static void makeProject() throws Exception {
    readme = Files.readString(Path.of("README.md"));
    Path project = Files.createDirectories(folder.resolve("project"));
    Path sources = Files.createDirectories(project.resolve("src/main/java"));
    Files.writeString(sources.resolve("FirstPayout.java"), block("java").replace(LOCAL, Stage.text("baseUrl")));
    for (String name : List.of("Pay.java", "PayRows.java")) {
      Files.copy(Path.of("examples", name), sources.resolve(name));
    }
    Files.writeString(project.resolve("pom.xml"), pomWith(block("xml")));
    Path repository = linkRepository();
    run(
        project,
        List.of(
            "mvn", "-B", "-q", "-Dmaven.repo.local=" + repository,
            "org.apache.maven.plugins:maven-install-plugin:3.1.4:install-file", "compile",
            "-Dfile=" + JAR, "-DpomFile=" + Path.of("pom.xml").toAbsolutePath()));
    Path installed = repository.resolve("vitaran/vitaran-java/" + Version.VERSION).resolve(JAR.getFileName());
    Path gson = Path.of(Gson.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path classes = project.resolve("target/classes");
    classpath = Stream.of(classes, installed, gson).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** What the links lead to stays. */
  @AfterAll
  static void unlink() throws IOException {
    try (Stream<Path> parts = Files.list(folder.resolve("repository"))) {
      for (Path link : parts.filter(Files::isSymbolicLink).toList()) Files.delete(link);
    }
  }

  /** An own repository for what is installed, that reads everything else from the one in use. */
  private static Path linkRepository() throws IOException {
    Path repository = Files.createDirectories(folder.resolve("repository"));
    try (Stream<Path> parts = Files.list(Path.of(System.getProperty("localRepository")))) {
      for (Path part : parts.filter(Files::isDirectory).filter(one -> !one.endsWith("vitaran")).toList()) {
        Files.createSymbolicLink(repository.resolve(part.getFileName()), part);
      }
    }
    return repository;
  }

  private static String pomWith(String dependency) {
    return """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>empty</groupId><artifactId>empty</artifactId><version>1</version>
          <properties>
            <maven.compiler.release>17</maven.compiler.release>
            <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
          </properties>
          <dependencies>
        %s
          </dependencies>
          <build><plugins>
            <plugin><artifactId>maven-resources-plugin</artifactId><version>3.4.0</version></plugin>
            <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.15.0</version></plugin>
          </plugins></build>
        </project>
        """
        .formatted(dependency);
  }

  /** The README's first block of a language. */
  private static String block(String language) {
    Matcher found = Pattern.compile("(?s)```" + language + "\\n(.*?)```").matcher(readme);
    assertTrue(found.find());
    return found.group(1);
  }

  private static String run(Path project, List<String> command) throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "VITARAN", Stage.text("baseUrl"),
                "CLIENT_ID", Stage.text("clientId"),
                "CLIENT_SECRET", Stage.text("clientSecret"),
                "MAVEN_OPTS", "-XX:TieredStopAtLevel=1"));
    int code = builder.start().waitFor();
    String said = Files.readString(output);
    assertEquals(0, code, said);
    return said;
  }

  private static String java(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classpath));
    command.addAll(List.of(arguments));
    return run(folder, command);
  }

  private static List<String> entriesOf(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream().map(ZipEntry::getName).filter(name -> !name.endsWith("/")).toList();
    }
  }

  @Test
  void theJarHasWhatIsNeededAndNoMoreAndItsSourcesStandBesideIt() throws IOException {
    List<String> entries = entriesOf(JAR);
    for (String needed : List.of("vitaran/Vitaran.class", "vitaran/api/Transfers.class", "META-INF/LICENSE")) {
      assertTrue(entries.contains(needed), needed);
    }
    assertEquals(List.of(), entries.stream().filter(name -> !name.matches("(vitaran|META-INF)/.*")).toList());
    assertEquals(List.of(), entries.stream().filter(name -> name.endsWith("Test.class")).toList());
    Path sources = Path.of(JAR.toString().replace(".jar", "-sources.jar"));
    assertTrue(entriesOf(sources).contains("vitaran/api/Transfers.java"));
    assertTrue(readme.contains("<version>" + Version.VERSION + "</version>"));
  }

  @Test
  void theReadmesFirstLinesPayInAnEmptyProject() throws Exception {
    assertTrue(block("java").contains(LOCAL));
    String said = java("FirstPayout");
    assertTrue(said.startsWith("CreateDirectResult[status=SUCCESS"), said);
  }

  @Test
  void theExamplesPayInAnEmptyProject() throws Exception {
    String said = java("Pay", "inv_" + Stage.RUN);
    assertTrue(said.matches("SUCCESS \\d{12}\\s+"), said);
    String batch = "salaries_" + Stage.RUN;
    String rows = java("PayRows", batch);
    assertTrue(rows.matches("(?s)" + batch + "_1 [A-Z]+\\s+" + batch + "_2 [A-Z]+\\s+"), rows);
  }

  @Test
  void theCompilerTakesExactAmountsAndRefusesDoubles() throws IOException {
    assertEquals(List.of(), compile("\"100.50\""));
    assertEquals(List.of(), compile("new java.math.BigDecimal(\"100.50\")"));
    assertEquals(List.of(), compile("vitaran.Money.paise(10050)"));
    for (String wrong : List.of("100.5", "100")) {
      List<String> errors = compile(wrong);
      assertEquals(1, errors.size());
      assertTrue(errors.get(0).contains("no suitable method found for amount"), errors.get(0));
    }
  }

  /** What the compiler says of a program that gives an amount so. */
  private static List<String> compile(String amount) throws IOException {
    String program =
        "class Use { Object use() { return vitaran.api.Transfers.CreateInput.builder().amount(" + amount + "); } }";
    JavaFileObject source =
        new SimpleJavaFileObject(URI.create("string:///Use.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return program;
          }
        };
    var compiler = ToolProvider.getSystemJavaCompiler();
    var found = new DiagnosticCollector<JavaFileObject>();
    List<String> options = List.of("-cp", classpath, "-d", folder.toString(), "-proc:none");
    compiler.getTask(new StringWriter(), null, found, options, null, List.of(source)).call();
    return found.getDiagnostics().stream().map(one -> one.getMessage(null)).toList();
  }
}
