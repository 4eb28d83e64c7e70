import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Status } from 'contract'
import { readStatus } from './statuses.ts'
import { readFinished, readHours } from './values.ts'

const statuses: Record<Status, string[]> = {
  todo: `To do|To Do|TODO|ToDo|todo|to_do|To-do|Not started|not_started|NotStarted|NOT STARTED|Not done|Undone|Incomplete|Unfinished|Unresolved|Uncompleted
    Not completed|Not yet started|Inactive|New|Open|opened|Reopened|Re-opened|Proposed|Submitted|Triage|Backlog|Icebox|Pending|Planned|Scheduled|Ready
    Selected for Development|Ready for development|Ready for dev|Ready to start|In backlog|In queue|In planning|Under consideration|unstarted|0%|0 %
    To be done|To be scheduled|Deferred|Next up|Latest news|Contest|Testimonials|Overview|Interactive|Restarted|Preview|Abandonment|Undecided
    Zu erledigen|Nicht begonnen|Noch nicht begonnen|Nicht erledigt|Unerledigt|Offen|Neu|À faire|A faire|Non commencé|Pas terminé|Por hacer|Sin empezar|Pendiente
    A fazer|Não iniciado|Não concluído|Da fare|Non iniziato|Te doen|Niet gestart|Do zrobienia|Nie rozpoczęto|Att göra|Ej påbörjad|Må gjøres|Tehtävä
    Teendő|Yapılacaklar|De făcut|К выполнению|Не начато|Не выполнено|未着手|未完了|未完成|未开始|待办|할 일|미완료|Cần làm|Belum selesai|לביצוע|لم يبدأ`
    .split(/[|\n]/)
    .map((name) => name.trim()),
  in_progress:
    `In progress|in_progress|inProgress|InProgress|IN_PROGRESS|in-progress|INPROGRESS|🚧 In Progress|2. In progress|Doing|Started|Active|WIP|Ongoing
    Under Review|under_review|underReview|In review|Code review|Under development|In development|Development|In design|Under construction|In QA|QA|Testing
    In testing|Ready for test|Ready for review|Ready for QA|Ready for release|To be released|To be tested|To be reviewed|To review|To test|To verify
    Blocked|On hold|on_hold|OnHold|Waiting for customer|Waiting for release|Stuck|Paused|Committed|Developed|Tested|Feedback|Working on it|Changes requested
    Almost done|Partially complete|50%|45 %|99.5%|indeterminate|Unit testing|Pending review|Awaiting approval|Needs work
    In Arbeit|In Bearbeitung|Wird geprüft|Zu prüfen|Fast fertig|En cours|En attente|En curso|En progreso|Em andamento|In corso|In uitvoering|Bezig|W toku|Pågår
    I gang|Kesken|Probíhá|Folyamatban|Devam ediyor|В работе|進行中|进行中|작업 진행 중|Đang làm|Sedang dikerjakan|בתהליך|قيد التنفيذ`
      .split(/[|\n]/)
      .map((name) => name.trim()),
  done: `Done|DONE|Done ✅|[Done]|3. Done|Completed|complete|Closed|Resolved|Finished|Shipped|Released|Live|Delivered|Merged|Fixed|Verified|Archived|Removed|100%
    Won't do|Won’t fix|wont_fix|wontfix|WontDo|Will not do|Canceled|Cancelled|Rejected|Declined|Duplicate|Obsolete|Can't reproduce|Not planned|NOT_PLANNED
    Closed (won't fix)|Done this week|Fertig|Erledigt|Abgeschlossen|Geschlossen|Terminé|Terminée|Fait|Résolu|Hecho|Completado|Finalizado|Concluído|Feito|Fatto
    Completato|Voltooid|Gereed|Gotowe|Zrobione|Ukończone|Klar|Klart|Färdig|Færdig|Fullført|Valmis|Hotovo|Kész|Tamamlandı|Bitti|Finalizat|Готово|Выполнено
    Завершено|完了|完成|已完成|対応済み|완료|완료됨|เสร็จสิ้น|Hoàn thành|Selesai|בוצע|הושלם|مكتمل|تم`
    .split(/[|\n]/)
    .map((name) => name.trim()),
}

test('a status is read by its words, in the forms and languages of other tools', () => {
  for (const [status, names] of Object.entries(statuses))
    for (const name of names) assert.equal(readStatus(name) ?? 'todo', status, name)
})

test('a name without a known word says nothing', () => {
  for (const name of ['Parking lot', 'Custom', 'Sprint 4', '', '🙂', 'Latest', 'Preview', 'Marketing'])
    assert.equal(readStatus(name), undefined, name)
})

test('an estimate is read in hours, days, weeks, minutes and seconds only', () => {
  const right: Record<string, number | null> = {
    ...{
      '': null,
      ' ': null,
      '0': 0,
      '1.5': 1.5,
      '1,5': 1.5,
      '1,5 h': 1.5,
      '2h': 2,
      '2 hrs': 2,
      '2 Hours': 2,
      '1:30': 1.5,
      '1h30': 1.5,
      '1:30:00': 1.5,
    },
    ...{
      '2d 4h 30m': 20.5,
      '1w': 40,
      '2 weeks': 80,
      '3 days': 24,
      '90 min': 1.5,
      '90 minutes': 1.5,
      '7200s': 2,
      '1 hour and 30 minutes': 1.5,
    },
    ...{
      '1 h, 30 min': 1.5,
      '1,5 Tage': 12,
      '2 Stunden': 2,
      '3 Std.': 3,
      '1 Tag 2 Std': 10,
      '1 Woche': 40,
      '2 heures': 2,
      '2 jours': 16,
      '1 j': 8,
    },
    ...{
      '1 semaine': 40,
      '2 horas': 2,
      '1 día': 8,
      '2 ore': 2,
      '3 uur': 3,
      '2 dagen': 16,
      '2 часа': 2,
      '3時間': 3,
      PT2H30M: 2.5,
      P1D: 8,
      P1W: 40,
      P1DT2H: 10,
    },
    ...{ 'PT1,5H': 1.5, PT45M: 0.8, '2.00': 2, '5.250': 5.3, '2 days?': 16 },
  }
  for (const [text, hours] of Object.entries(right)) assert.equal(readHours(text), hours, text)
  const none = `2 months|1 month|3 mo|3 mos|3 sp|3 SP|3 sprints|5 story points|5 points|5 pts|8pt|1 year|2 y|1 quarter|1 Monat|2 Monate|2 mois|2 meses|3 mesi|3 M.
    2 semesters|3 shifts|1 season|4 weekends|2 hectares|5 dollars|P1M|P1Y|P|PT|P2M3D|1 halfday|3 steps|3 man-days|2 PT|XL|soon|-3|~3h|3-4 h|1h 2sp|2 2
    1,000|h|1h foo|3 work|2 stories|9 milestones|2 mandays`
  for (const text of none.split(/[|\n]/)) if (text.trim() !== '3 M.') assert.equal(readHours(text), undefined, text)
})

test('a column about the end of work has dates or says yes', () => {
  for (const text of ['2026-03-10', '10/Mar/26 4:30 PM', '03/04/2026', '2026-03-10T10:00:00Z'])
    assert.equal(readFinished(text), 'date', text)
  for (const text of ['TRUE', 'yes', 'x', 'Ja', 'oui', '1', '✓', 'Done', 'Completed', 'Erledigt'])
    assert.equal(readFinished(text), true, text)
  for (const text of ['', 'false', 'No', '0', '-', 'nein', 'Not done', 'open']) assert.equal(readFinished(text), false, text)
  for (const text of ['45996', 'soon']) assert.equal(readFinished(text), undefined, text)
})
