// What is wrong with a request, in German: the page shows it as it comes.

internal import Onboarding
internal import VoiceReport

extension FaultCode {
  /// What was found, and what to do.
  var german: Advised {
    switch self {
    case .notFound:
      Advised(
        "unter dieser Adresse gibt es nichts von Ihnen",
        "die Adresse prüfen; was andere haben, wird nie gezeigt")
    case .notSignedIn: Advised("niemand ist angemeldet", "auf der ersten Seite neu beginnen")
    case .alreadySignedIn:
      Advised("es ist schon jemand angemeldet", "weitermachen oder sich erst abmelden")
    case .wrongSignIn:
      Advised(
        "kein Konto hat diese Adresse und dieses Passwort",
        "beides prüfen; nach einigen Versuchen gibt es eine Pause")
    case .emailFaulty:
      Advised("dies ist keine E-Mail-Adresse", "eine der Form name@example.org angeben")
    case .passwordWeak:
      Advised(
        "das Passwort ist zu kurz oder hat zu wenige verschiedene Zeichen",
        "12 Zeichen oder mehr verwenden, davon mehr als vier verschiedene")
    case .passwordCommon:
      Advised(
        "dieses Passwort ist ein häufiges oder ein Wort dieses Dienstes oder Ihrer Adresse",
        "mehrere Wörter wählen, die nicht zusammengehören")
    case .accountThere:
      Advised(
        "es gibt ein Konto mit dieser Adresse", "anmelden oder eine andere Adresse nehmen")
    case .alreadyAccount:
      Advised("Sie haben schon ein Konto", "abmelden, um noch eins anzulegen")
    case .tooManySignIns:
      Advised(
        "es gab zu viele Versuche, sich anzumelden",
        "eine Viertelstunde warten und es noch einmal versuchen")
    case .tooManyAtOnce:
      Advised(
        "von diesem Netz oder für dieses Konto kamen zu viele Anfragen auf einmal",
        "gleich noch einmal senden")
    case .noAccount:
      Advised(
        "diese Person hat kein Konto", "ein Konto legt die Person selbst an, auf der ersten Seite")
    case .resetEnded:
      Advised(
        "dieser Link wurde schon benutzt, ist abgelaufen oder durch einen neueren ersetzt",
        "das Personal um einen neuen Link bitten")
    case .notStaff:
      Advised(
        "dies ist für das Personal, und nichts sagt, dass Sie dazugehören",
        "das Token senden, das Sie bekommen haben; es endet, wenn es zurückgezogen wird, und von selbst"
      )
    case .notAllowed:
      Advised(
        "Ihre Rolle darf dies nicht",
        "jemanden bitten, dessen Rolle es darf; die Rollen stehen in /openapi.json")
    case .personThere:
      Advised(
        "von jemandem mit diesem Kennzeichen ist schon etwas da",
        "nachsehen, was da ist, und das berichtigen")
    case .nobodys:
      Advised(
        "es ist nicht bekannt, wessen Aufnahme dies ist",
        "mit `sagevoice records amend` sagen, von wem sie ist")
    case .sessionDiffers:
      Advised(
        "unter dieser Kennung gibt es hier eine andere Sitzung, und sie bleibt, wie sie ist",
        "die eigene lassen, wo sie ist, und beide vergleichen")
    case .wasErased:
      Advised(
        "dies wurde hier endgültig entfernt",
        "es auch dort entfernen, wo es noch ist, falls es dort gehen soll")
    case .parcelFaulty:
      Advised(
        "was gesendet wurde, ist kein Export einer Sitzung oder einer Person",
        "senden, was `sagevoice-server push` sendet")
    case .crossSite:
      Advised("die Anfrage kam von einer anderen Seite", "von den Seiten dieses Servers senden")
    case .hostMissing:
      Advised(
        "die Anfrage nennt keinen Host oder mehrere",
        "eine Kopfzeile `Host` mit dem Host der Adresse senden")
    case .hostUnknown:
      Advised(
        "dieser Server antwortet nicht für den Host, den die Anfrage nennt",
        "eine seiner eigenen Adressen öffnen oder ihn mit `--host` und dem Namen starten, unter dem er erreicht wird"
      )
    case .mediaTypeWrong:
      Advised(
        "der Inhalt hat einen anderen Medientyp, als diese Adresse annimmt",
        "den `Content-Type` senden, den /openapi.json nennt, etwa application/json")
    case .methodNotAllowed: Advised("diese Adresse kennt das nicht", "siehe /openapi.json")
    case .bodyTooLarge:
      Advised(
        "es wurde mehr gesendet, als hier gelesen wird",
        "weniger senden; eine Aufnahme hat höchstens 30 Sekunden")
    case .bodyBroken:
      Advised("die Anfrage endete, bevor alles gesendet war", "noch einmal senden")
    case .notJSON: Advised("was gesendet wurde, ist kein JSON", "ein JSON-Objekt senden")
    case .notAWAV:
      Advised("was gesendet wurde, ist keine WAV-Aufnahme", "RIFF/WAVE als audio/wav senden")
    case .unknownValue:
      Advised(
        "ein Wert hat keine der bekannten Formen",
        "in /openapi.json nachsehen, was dort stehen darf")
    case .digestDiffers:
      Advised("was ankam, passt nicht zur Prüfsumme", "noch einmal senden")
    case .profileFaulty:
      Advised("die Angaben sind so nicht verwendbar", "die genannten Felder in Ordnung bringen")
    case .consentFaulty:
      Advised("die Einwilligung ist so nicht verwendbar", "die genannten Felder in Ordnung bringen")
    case .journeyMoved:
      Advised("es ist inzwischen weitergegangen", "nachsehen, wo es steht, und dort weitermachen")
    case .journeyRefused:
      Advised("dies geschieht jetzt nicht", "nachsehen, wo es steht, und dort weitermachen")
    case .recordingRefused:
      Advised("die Aufnahme konnte nicht angenommen werden", "noch einmal aufnehmen")
    case .tooMany:
      Advised(
        "von dieser Adresse aus haben in kurzer Zeit zu viele begonnen",
        "einige Minuten warten und es noch einmal versuchen")
    case .tooMuchWork:
      Advised(
        "zu viele Anfragen dieser Art laufen gleichzeitig",
        "warten, bis eine endet, oder eine schließen und es noch einmal versuchen")
    case .busy:
      Advised(
        "es ist mehr zu tun, als sich merken lässt, oder der Speicher ist gerade nicht da",
        "gleich noch einmal senden")
    case .stopping: Advised("der Server wird gerade beendet", "gleich noch einmal senden")
    case .storeFault:
      Advised(
        "der Speicher konnte seinen Teil nicht tun",
        "später noch einmal versuchen und Bescheid sagen, wo der Server betrieben wird")
    }
  }
}

extension APIFault {
  /// The same in a language; what was found besides stays as it is written.
  func worded(in language: Language) -> APIFault {
    guard language == .german else { return self }
    var worded = self
    if let known = FaultCode(rawValue: code) {
      let detail = message.dropFirst(known.message.count)
      (worded.message, worded.advice) = (known.german.message + detail, known.german.advice)
    } else if let known = JourneyRefusal.Code(rawValue: code) {
      (worded.message, worded.advice) = (known.german.message, known.german.advice)
    }
    return worded
  }
}
