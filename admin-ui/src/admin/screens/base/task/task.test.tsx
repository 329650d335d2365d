import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../shared/api'
import { setLocale } from '../../../../shared/i18n'
import { openConsole, serveList, startConsole } from '../../../testing'

const server = startConsole()

type Task = Schemas['Task']

const task = (id: string, more: Partial<Task> = {}): Task => ({
  id,
  version: 1,
  jobGroup: 'cardea',
  jobGroupName: 'Account centre',
  jobName: `Job ${id}`,
  jobType: 1,
  status: 0,
  cronExpression: '0 0 9 * * ?',
  cronWords: 'At 09:00 every day',
  timeZone: 'UTC',
  workdaysOf: null,
  beanName: 'cleanUpService',
  methodName: 'sweep',
  httpMethod: '',
  httpUrl: '',
  hasHeader: false,
  params: '',
  remark: '',
  builtIn: false,
  nextRunAt: '2026-01-05T09:00:00.000Z',
  createTime: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...more,
})

const TASKS = [
  task('a'),
  task('b', { status: 1, nextRunAt: null, jobType: 2, httpUrl: 'https://x.example/hook' }),
  task('c', { builtIn: true }),
]

const asked: { doing: string; body: unknown }[] = []

beforeEach(() => {
  asked.length = 0
  server.use(
    http.get('/api/admin/tenant-software/choices', () =>
      HttpResponse.json([{ id: 'edc', softwareName: 'EDC' }]),
    ),
    http.get('/api/admin/tasks/beans', () =>
      HttpResponse.json([{ beanName: 'cleanUpService', methodName: 'sweep', desc: 'Sweeps' }]),
    ),
    http.get('/api/admin/tasks/preview', ({ request }) => {
      const cron = new URL(request.url).searchParams.get('cron')
      return HttpResponse.json({ words: `Words of ${cron}`, times: ['2026-01-05T09:00:00.000Z'] })
    }),
    http.post('/api/admin/tasks/:doing', async ({ request, params }) => {
      asked.push({ doing: String(params.doing), body: await request.json() })
      return HttpResponse.json([])
    }),
  )
})

const serve = (rows = TASKS) =>
  serveList(server, '/api/admin/tasks', rows, (row, { status }) =>
    status === undefined ? true : row.status === status,
  )

const menuOf = async (user: ReturnType<typeof openConsole>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions: ${name}` }))
}

describe('jobs', () => {
  it('say what each runs, when, and whether it is paused', async () => {
    serve()
    openConsole('/index/base/task')
    const paused = (await screen.findByRole('link', { name: 'Job b' })).closest('tr') as HTMLElement
    expect(within(paused).getByText('Paused')).toBeDefined()
    expect(within(paused).getByText('https://x.example/hook')).toBeDefined()
    expect(screen.getAllByText('At 09:00 every day').length).toBe(3)
    expect(screen.getAllByText('cleanUpService.sweep').length).toBe(2)
  })

  it('are run, paused and resumed', async () => {
    serve()
    const { user } = openConsole('/index/base/task')
    await menuOf(user, 'Job a')
    await user.click(await screen.findByRole('menuitem', { name: 'Run now' }))
    await screen.findByText('It runs now; its log says what came of it.')
    await menuOf(user, 'Job b')
    expect(screen.queryByRole('menuitem', { name: 'Pause' })).toBeNull()
    await user.click(await screen.findByRole('menuitem', { name: 'Resume' }))
    await waitFor(() => expect(asked.length).toBe(2))
    expect(asked).toEqual([
      { doing: 'run', body: { ids: ['a'] } },
      { doing: 'resume', body: { ids: ['b'] } },
    ])
    await menuOf(user, 'Job c')
    expect(screen.queryByRole('menuitem', { name: 'Delete' }), 'it came with the server').toBeNull()
  })

  it('show what came of their runs', async () => {
    serve()
    server.use(
      http.get('/api/admin/tasks/:id/runs', () =>
        HttpResponse.json([
          {
            id: 'r1',
            taskId: 'a',
            cause: 'missed',
            dueAt: '2026-01-05T09:00:00.000Z',
            state: 'failed',
            status: 1,
            attempts: 2,
            passed: 3,
            params: 'p',
            result: '<b>HTTP 500</b>',
            times: 12,
            actor: null,
            startedAt: null,
            finishedAt: null,
            createTime: '2026-01-05T09:00:00.000Z',
          } satisfies Schemas['TaskRun'],
        ]),
      ),
    )
    const { user } = openConsole('/index/base/task')
    await menuOf(user, 'Job a')
    await user.click(await screen.findByRole('menuitem', { name: 'Log' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Log: Job a' }))
    // Markup of somebody else's stays text.
    await dialog.findByText('<b>HTTP 500</b>')
    for (const said of ['Failed', 'made up for', 'begun 2 times', '3 due times passed meanwhile']) {
      expect(dialog.getByText(said)).toBeDefined()
    }
  })

  it('are made with an expression that is built, in words', async () => {
    serve()
    const sent: unknown[] = []
    server.use(
      http.post('/api/admin/tasks', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(task('n'), { status: 201 })
      }),
    )
    const { user } = openConsole('/index/base/task/create')
    await screen.findByText('Words of * * * * * ? *')
    // Times are those of the job's zone, which is not the reader's.
    await screen.findByText('2026-01-05 17:00:00')
    await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Nightly')
    await user.click(screen.getByRole('button', { name: 'Build' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Build a cron expression' }))
    expect(dialog.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Second',
      'Minute',
      'Hour',
      'Day',
      'Month',
      'Week',
      'Year',
    ])
    await user.click(dialog.getByRole('radio', { name: 'These' }))
    await user.click(dialog.getByRole('checkbox', { name: '0' }))
    await user.click(dialog.getByRole('tab', { name: 'Week' }))
    await user.click(dialog.getByRole('radio', { name: 'The last of the month:' }))
    await dialog.findByText('Words of 0 * * ? * 1L *')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    await user.click(screen.getByRole('combobox', { name: /Bean/ }))
    await user.click(await screen.findByRole('option', { name: 'cleanUpService' }))
    await user.click(screen.getByRole('combobox', { name: /Method/ }))
    await user.click(await screen.findByRole('option', { name: 'sweep: Sweeps' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent.length).toBe(1))
    expect(sent[0]).toMatchObject({
      jobGroup: 'cardea',
      jobName: 'Nightly',
      cronExpression: '0 * * ? * 1L *',
      beanName: 'cleanUpService',
      methodName: 'sweep',
    })
  })

  it('speak Chinese', async () => {
    serve()
    setLocale('zh')
    openConsole('/index/base/task')
    await screen.findByText('已暂停')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('任务调度')
  })
})
